import type { Ways } from "../way.ts";

/** What elements load for a document. */
export const ELEMENTS: Ways = {
  image: ["http", `put(imageOf(at))`],
  "image-plain": ["http", `put('<img src="' + at.plain + '">')`],
  "image-object": ["http", `new Image().src = at.url`],
  "image-decoded": ["http", `await Object.assign(new Image(), { src: at.url }).decode()`],
  "image-cors": ["http", `Object.assign(new Image(), { crossOrigin: "use-credentials", src: at.url })`],
  "image-lazy": [
    "http",
    `put('<img loading="lazy" width="9" height="9" src="' + at.url + '">').scrollIntoView()`,
  ],
  "image-old-name": ["http", `put('<image src="' + at.url + '">')`],
  "image-set-attribute": ["http", `put("<img>").setAttribute("srcset", at.url + " 1x")`],
  "image-of-a-picture": ["http", `put('<picture><source srcset="' + at.url + '"><img alt=""></picture>')`],
  "image-of-a-parsed-document": [
    "http",
    `document.body.append(new DOMParser().parseFromString(imageOf(at), "text/html").images[0])`,
  ],
  "image-of-unsafe-html": ["http", `document.body.append(Document.parseHTMLUnsafe(imageOf(at)).images[0])`],
  "image-of-a-template": [
    "http",
    `const template = document.createElement("template"); template.innerHTML = imageOf(at); document.body.append(template.content)`,
  ],
  "image-of-a-made-document": [
    "http",
    `const made = document.implementation.createHTMLDocument(""); made.body.innerHTML = imageOf(at)`,
    "Images of a document without a window are not loaded.",
  ],
  "image-of-a-custom-element": [
    "http",
    `customElements.define("way-out", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "closed" }).innerHTML = imageOf(at); } }); put("<way-out></way-out>")`,
  ],
  "image-of-shadow": ["http", `put("<div></div>").attachShadow({ mode: "open" }).setHTMLUnsafe(imageOf(at))`],
  "image-fragment": [
    "http",
    `document.body.append(document.createRange().createContextualFragment(imageOf(at)))`,
  ],
  "image-of-an-image": [
    "http",
    `put("<img>").src = blob('<svg xmlns="http://www.w3.org/2000/svg"><image href="' + at.url + '"/></svg>', "image/svg+xml")`,
    "A picture that is SVG loads nothing.",
  ],
  "image-attribution": [
    "http",
    `put('<img attributionsrc="' + at.url + '" alt="">')`,
    "Attribution reporting is gone from Chromium, and never was in Firefox.",
  ],
  "svg-image": ["http", `svg('<image href="' + at.url + '"/>')`],
  "svg-image-old-link": ["http", `svg('<image xlink:href="' + at.url + '"/>')`],
  "svg-image-set": ["http", `svg('<image><set attributeName="href" to="' + at.url + '"/></image>')`],
  "svg-filter-image": [
    "http",
    `svg('<filter id="far"><feImage href="' + at.url + '"/></filter><rect width="9" height="9" filter="url(#far)"/>')`,
  ],
  "svg-use": [
    "http",
    `svg('<use href="' + at.url + '#x"/>')`,
    "Pieces of pictures are taken from the same origin only.",
  ],
  "svg-paint": ["http", `svg('<rect width="9" height="9" fill="url(' + at.url + '#x)"/>')`],
  "svg-script": [
    "http",
    `const script = document.createElementNS("http://www.w3.org/2000/svg", "script"); script.setAttribute("href", at.url); svg("").append(script)`,
  ],
  "input-image": ["http", `put('<input type="image" src="' + at.url + '">')`],
  "body-background": ["http", `document.body.background = at.url`],
  "table-background": ["http", `put('<table background="' + at.url + '"><tr><td>x</td></tr></table>')`],
  "cell-background": ["http", `put('<table><tr><td background="' + at.url + '">x</td></tr></table>')`],
  video: ["http", `put('<video preload="auto" src="' + at.url + '"></video>')`],
  "video-poster": ["http", `put('<video poster="' + at.url + '"></video>')`],
  "video-source": [
    "http",
    `put('<video preload="auto"><source src="' + at.url + '" type="video/mp4"></video>')`,
  ],
  "video-track": [
    "http",
    `const track = put('<video crossorigin><track default kind="subtitles" src="' + at.url + '"></video>').firstChild; track.track.mode = "showing"`,
  ],
  "video-playlist": [
    "http",
    `const list = "#EXTM3U\\n#EXT-X-TARGETDURATION:9\\n#EXTINF:9,\\n" + at.url + "\\n#EXT-X-ENDLIST\\n"; put('<video preload="auto" muted autoplay></video>').src = blob(list, "application/vnd.apple.mpegurl")`,
  ],
  audio: ["http", `put('<audio preload="auto" src="' + at.url + '"></audio>')`],
  "audio-object": ["http", `await new Audio(at.url).play()`],
  "audio-artwork": [
    "http",
    `navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src: at.url, sizes: "96x96" }] })`,
    "A browser shows pictures only of what plays.",
  ],
  object: ["http", `put('<object data="' + at.url + '"></object>')`],
  "object-image": ["http", `put('<object type="image/png" data="' + at.url + '"></object>')`],
  embed: ["http", `put('<embed src="' + at.url + '">')`],
  frame: ["http", `put('<iframe src="' + at.url + '"></iframe>')`],
  "frame-lazy": ["http", `put('<iframe loading="lazy" src="' + at.url + '"></iframe>').scrollIntoView()`],
  "frame-of-a-frameset": [
    "http",
    `const set = document.createElement("frameset"); set.append(Object.assign(document.createElement("frame"), { src: at.url })); document.body.append(set)`,
  ],
  "frame-fenced": [
    "http",
    `put("<fencedframe></fencedframe>").config = new FencedFrameConfig(at.url)`,
    "Fenced frames need a secure site that joined the trial.",
  ],
  portal: ["http", `put('<portal src="' + at.url + '"></portal>')`, "Portals are gone from browsers."],
  ping: ["http", `Object.assign(put('<a href="#here">.</a>'), { ping: at.url }).click()`],
  "ping-of-an-area": [
    "http",
    `put('<map><area href="#here" ping="' + at.url + '"></map>').firstChild.click()`,
  ],
  "link-attribution": [
    "http",
    `put('<a href="#here" attributionsrc="' + at.url + '">.</a>').click()`,
    "Attribution reporting is gone from Chromium, and never was in Firefox.",
  ],
  "form-in-a-frame": [
    "http",
    `put('<iframe name="goal"></iframe>'); put('<form target="goal" method="post" action="' + at.url + '"></form>').submit()`,
  ],
  "form-get-in-a-frame": [
    "http",
    `put('<iframe name="goal-of-get"></iframe>'); put('<form target="goal-of-get" action="' + at.url + '"><input name="x"></form>').requestSubmit()`,
  ],
  "form-by-its-button": [
    "http",
    `put('<iframe name="goal-of-button"></iframe>'); put('<form target="goal-of-button"><button formmethod="post" formaction="' + at.url + '"></button></form>').firstChild.click()`,
  ],
  "form-in-a-window": [
    "http",
    `put('<form target="_blank" method="post" action="' + at.url + '"></form>').submit()`,
  ],
  "form-of-a-dialog": [
    "http",
    `put('<dialog open><form method="dialog" action="' + at.url + '"></form></dialog>').firstChild.submit()`,
    "The form of a dialog is not sent.",
  ],
  window: ["http", `open(at.url)`],
  "window-without-opener": ["http", `open(at.url, "", "noopener")`],
  "window-of-a-link": [
    "http",
    `Object.assign(put('<a target="_blank" rel="noopener">.</a>'), { href: at.url }).click()`,
  ],
  "html-manifest": [
    "http",
    `document.documentElement.setAttribute("manifest", at.url)`,
    "Manifests of documents are gone from browsers.",
  ],
};
