import js
from echo import mcp
from transom import serve

await serve(mcp, allow=[js.URLSearchParams.new(js.location.search).get("allow")])
