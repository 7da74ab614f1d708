import type { Ways } from "../way.ts";

/** What code can ask the network for by name. */
export const REQUESTS: Ways = {
  fetch: ["http", `await fetch(at.url)`],
  "fetch-plain": ["http", `await fetch(at.plain)`],
  "fetch-opaque": ["http", `await fetch(at.url, { mode: "no-cors", method: "POST", body: "x" })`],
  "fetch-kept-alive": ["http", `await fetch(at.url, { mode: "no-cors", keepalive: true })`],
  "fetch-streamed": [
    "tls",
    `await fetch(at.url, { method: "POST", duplex: "half", body: new Blob(["x"]).stream() })`,
  ],
  "fetch-later": ["http", `fetchLater(at.url, { activateAfter: 0 }); await pause(500)`],
  "fetch-to-loopback": ["http", `await fetch(at.plain, { targetAddressSpace: "loopback" })`],
  "fetch-with-topics": ["http", `await fetch(at.url, { browsingTopics: true })`],
  "fetch-by-request": ["http", `await fetch(new Request(at.url, { priority: "high", cache: "reload" }))`],
  xhr: ["http", `const x = new XMLHttpRequest(); x.open("GET", at.url); x.send(); await once(x, "loadend")`],
  "xhr-at-once": ["http", `const x = new XMLHttpRequest(); x.open("GET", at.url, false); x.send()`],
  "xhr-upload": [
    "http",
    `const x = new XMLHttpRequest(); x.upload.onprogress = () => {}; x.open("PUT", at.url); x.send("x"); await once(x, "loadend")`,
  ],
  beacon: ["http", `navigator.sendBeacon(at.url, "x"); await pause(300)`],
  "event-source": ["http", `await once(new EventSource(at.url), "open", "error")`],
  websocket: ["ws", `await once(new WebSocket(at.socket), "close")`],
  "websocket-plain": ["ws", `await once(new WebSocket(at.plain.replace("http", "ws")), "close")`],
  "websocket-stream": ["ws", `await new WebSocketStream(at.socket).opened`],
  "web-transport": ["udp", `await new WebTransport("https://" + at.host + ":" + at.port).ready`],
  "payment-method": [
    "http",
    `await new PaymentRequest([{ supportedMethods: at.url }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment()`,
  ],
  "passkey-of-others": [
    "dns",
    `await navigator.credentials.get({ publicKey: { rpId: at.host, challenge: new Uint8Array(16) } })`,
  ],
  "shared-storage-worklet": [
    "http",
    `await sharedStorage.createWorklet(at.url, { dataOrigin: "script-origin" })`,
    "Shared storage is gone from Chromium.",
  ],
  "audio-worklet": ["http", `await new AudioContext().audioWorklet.addModule(at.url)`],
  "paint-worklet": ["http", `await CSS.paintWorklet.addModule(at.url)`],
  "worklet-of-a-blob": ["http", `await CSS.paintWorklet.addModule(blob("import " + JSON.stringify(at.url)))`],
  "font-face": ["http", `await new FontFace("x", "url(" + at.url + ")").load()`],
  stun: ["udp", `await connect(stun(at))`],
  "turn-udp": ["udp", `await connect(turn(at, "turn", "udp"))`],
  "turn-tcp": ["tcp", `await connect(turn(at, "turn", "tcp"))`],
  "turn-tls": ["tls", `await connect(turn(at, "turns", "tcp"))`],
  "stun-by-old-name": ["udp", `await connect(stun(at), webkitRTCPeerConnection)`],
  "peer-candidate": [
    "udp",
    `const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
    one.createDataChannel("x");
    await one.setLocalDescription(await one.createOffer());
    await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription(await other.createAnswer());
    const bare = other.localDescription.sdp.replace(/a=candidate.*\\r\\n/g, "");
    await one.setRemoteDescription({ type: "answer", sdp: bare });
    await one.addIceCandidate({ sdpMid: "0", candidate: "candidate:1 1 udp 2113937151 127.0.0.1 " + at.port + " typ host" });
    await pause(1500)`,
  ],
  "peer-candidate-name": [
    "dns",
    `const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
    one.createDataChannel("x");
    await one.setLocalDescription(await one.createOffer());
    await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription(await other.createAnswer());
    await one.setRemoteDescription(other.localDescription);
    await one.addIceCandidate({ sdpMid: "0", candidate: "candidate:1 1 udp 2113937151 " + at.host + " 9 typ host" });
    await pause(1500)`,
    "Of candidates only names of the local link are looked up.",
  ],
};
