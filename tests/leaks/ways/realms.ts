import type { Ways } from "../way.ts";

/** What other documents and threads that code can make would do for it. */
export const REALMS: Ways = {
  "realm-blank": ["http", `await put("<iframe></iframe>").contentWindow.fetch(at.url)`],
  "realm-blank-by-index": ["http", `put("<iframe></iframe>"); await frames[frames.length - 1].fetch(at.url)`],
  "realm-blank-stun": [
    "udp",
    `await connect(stun(at), put("<iframe></iframe>").contentWindow.RTCPeerConnection)`,
  ],
  "realm-of-an-object": [
    "udp",
    `await connect(stun(at), put("<object data=about:blank></object>").contentWindow.RTCPeerConnection)`,
  ],
  "realm-blank-image": ["http", `new (put("<iframe></iframe>").contentWindow.Image)().src = at.url`],
  "realm-blank-written": ["http", `put("<iframe></iframe>").contentDocument.write(imageOf(at))`],
  "realm-by-constructor": [
    "http",
    `await put("<iframe></iframe>").contentWindow.constructor.constructor("at", "return fetch(at.url)")(at)`,
  ],
  "realm-text": ["http", `put("<iframe></iframe>").srcdoc = inFrame(fetchOf(at))`],
  "realm-text-image": ["http", `put("<iframe></iframe>").srcdoc = imageOf(at)`],
  "realm-text-stun": [
    "udp",
    `put("<iframe></iframe>").srcdoc = inFrame(connectOf(stun(at))); await pause(2000)`,
  ],
  "realm-text-unsealed": [
    "udp",
    `const frame = put("<iframe sandbox='allow-scripts allow-same-origin'></iframe>"); frame.srcdoc = inFrame(connectOf(stun(at))); await pause(2000)`,
  ],
  "realm-data": ["http", `put("<iframe></iframe>").src = data(inFrame(fetchOf(at)))`],
  "realm-data-stun": [
    "udp",
    `put("<iframe></iframe>").src = data(inFrame(connectOf(stun(at)))); await pause(2000)`,
  ],
  "realm-blob": ["http", `put("<iframe></iframe>").src = blob(inFrame(fetchOf(at)), "text/html")`],
  "realm-blob-stun": [
    "udp",
    `put("<iframe></iframe>").src = blob(inFrame(connectOf(stun(at))), "text/html"); await pause(2000)`,
  ],
  "realm-script-address": ["http", `put("<iframe></iframe>").src = "javascript:" + fetchOf(at)`],
  "realm-of-another-name": [
    "http",
    `put('<iframe name="other"></iframe>'); const a = put('<a target="other"></a>'); a.href = at.url; a.click()`,
  ],
  "realm-without-credentials": ["http", `put('<iframe credentialless src="' + at.url + '"></iframe>')`],
  "realm-xml-stylesheet": [
    "http",
    `put("<iframe></iframe>").src = blob('<?xml-stylesheet type="text/css" href="' + at.url + '"?><svg xmlns="http://www.w3.org/2000/svg"/>', "application/xml")`,
  ],
  "realm-svg-of-an-object": [
    "http",
    `put("<object></object>").data = blob('<svg xmlns="http://www.w3.org/2000/svg"><image href="' + at.url + '"/></svg>', "image/svg+xml")`,
  ],
  "realm-svg-of-an-embed": [
    "http",
    `put('<embed type="image/svg+xml" src="' + blob('<svg xmlns="http://www.w3.org/2000/svg"><image href="' + at.url + '"/></svg>', "image/svg+xml") + '">')`,
  ],
  "realm-refreshed": [
    "http",
    `put("<iframe></iframe>").srcdoc = '<meta http-equiv="refresh" content="0;url=' + at.url + '">'`,
  ],
  "realm-form": [
    "http",
    `put("<iframe></iframe>").srcdoc = '<form method="post" action="' + at.url + '"></form><script>document.forms[0].submit()</' + "script>"`,
  ],
  worker: ["http", `new Worker(blob(fetchOf(at)))`],
  "worker-of-data": ["http", `new Worker(data(fetchOf(at), "text/javascript"))`],
  "worker-importing-scripts": ["http", `new Worker(blob("importScripts(" + JSON.stringify(at.url) + ")"))`],
  "worker-of-modules": ["http", `new Worker(blob("import " + JSON.stringify(at.url)), { type: "module" })`],
  "worker-socket": ["ws", `new Worker(blob("new WebSocket(" + JSON.stringify(at.socket) + ")"))`],
  "worker-shared": ["http", `new SharedWorker(blob(fetchOf(at)))`],
  "worker-shared-of-data": ["http", `new SharedWorker(data(fetchOf(at), "text/javascript"))`],
};
