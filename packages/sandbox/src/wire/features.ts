/** Every feature that Chromium 156 knows; a test asks the browser for new ones. */
const FEATURES = [
  ..."accelerometer aria-notify autoplay browsing-topics camera captured-surface-control".split(" "),
  ..."clipboard-read clipboard-write compute-pressure cross-origin-isolated deferred-fetch".split(" "),
  ..."deferred-fetch-minimal digital-credentials-create digital-credentials-get display-capture".split(" "),
  ..."encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get".split(" "),
  ..."idle-detection interest-cohort keyboard-map language-detector language-model local-fonts".split(" "),
  ..."local-network local-network-access loopback-network magnetometer".split(" "),
  ..."media-playback-while-not-visible microphone midi on-device-speech-recognition otp-credentials".split(
    " ",
  ),
  ..."payment picture-in-picture private-state-token-issuance private-state-token-redemption".split(" "),
  ..."publickey-credentials-create publickey-credentials-get screen-wake-lock serial speaker-selection".split(
    " ",
  ),
  ..."storage-access summarizer sync-xhr translator unload usb window-management".split(" "),
  ..."xr-spatial-tracking".split(" "),
  // Client hints, which would ride on requests.
  ..."ch-device-memory ch-downlink ch-dpr ch-ect ch-prefers-color-scheme ch-prefers-reduced-motion".split(
    " ",
  ),
  ..."ch-prefers-reduced-transparency ch-rtt ch-save-data ch-ua ch-ua-arch ch-ua-bitness".split(" "),
  ..."ch-ua-form-factors ch-ua-full-version ch-ua-full-version-list ch-ua-high-entropy-values".split(" "),
  ..."ch-ua-mobile ch-ua-model ch-ua-platform ch-ua-platform-version ch-ua-wow64".split(" "),
  ..."ch-viewport-height ch-viewport-width ch-width".split(" "),
];

/** A `permissions-policy` that shuts every feature but `open`, which a page may still lend. */
export function permissionsPolicy(open?: string): string {
  return FEATURES.map((feature) => `${feature}=${feature === open ? "*" : "()"}`).join(", ");
}
