import js
from tools import mcp
from transom import serve, served_origin

role = js.URLSearchParams.new(js.location.search).get("for") or "host"
await serve(mcp, allow=[await served_origin(role)])
