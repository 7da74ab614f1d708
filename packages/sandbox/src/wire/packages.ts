/**
 * The packages that an app can import, besides its own files. A package is added here, and in the frame's
 * registry (`guest/registry.ts`), which must hold exactly these.
 */
export const PACKAGES = [
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
] as const;

export type PackageName = (typeof PACKAGES)[number];
