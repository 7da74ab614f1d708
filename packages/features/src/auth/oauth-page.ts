import { hash } from "node:crypto";

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.4rem; line-height: 1.3; }
code { font-size: 0.9em; opacity: 0.75; }
`;

/** Nothing loads, nothing is sent, nobody frames it; the one style is named by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** What a person can do about it, by OAuth's error code. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client:
    "This server does not know the client any more. In the client, remove the saved sign-in for this server, then connect again.",
  invalid_redirect_uri:
    "The client wants its answer sent to an address that it did not register, so nothing was sent. Connect again from the client; if this comes back, do not trust the link that led here.",
  invalid_request:
    "The request was not complete, has expired, or belongs to another browser. Start again from the client.",
  server_error: "The server failed. Try again; the operator finds the cause in the server's log.",
};
const OTHERWISE = "The client asked for something that this server does not do. Start again from the client.";

/**
 * The page for a request of a client that cannot be answered to that client. It holds nothing that came with
 * the request: the code is one of OAuth's own words.
 */
export function errorPage(error: string): string {
  const code = /^[a-z_]{1,40}$/.test(error) ? error : "server_error";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This client cannot be connected · Anteroom</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>This client cannot be connected</h1>
<p>${ADVICE[code] ?? OTHERWISE}</p>
<p><code>${code}</code></p>
</main>
</body>
</html>
`;
}
