// The outer frame in JavaScript, over Transom's wire.

import { connectOuter } from "../../tests/interop/peers/wire.js";
import { frame, load, url } from "./frame.js";
import { measureClient } from "./sdk_client.js";

const connected = connectOuter(frame, url, "bench");
load();
report(await measureClient(await connected, () => innerIsUp));
