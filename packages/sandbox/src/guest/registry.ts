import * as React from "react";
import * as ReactDom from "react-dom";
import * as ReactDomClient from "react-dom/client";
import * as jsxRuntime from "react/jsx-runtime";
import type { PackageName } from "../wire/packages.ts";

/** What stands behind the packages that an app imports. */
export const REGISTRY: Readonly<Record<PackageName, unknown>> = {
  react: React,
  "react-dom": ReactDom,
  "react-dom/client": ReactDomClient,
  "react/jsx-runtime": jsxRuntime,
  // In a production build React's own has no functions.
  "react/jsx-dev-runtime": {
    Fragment: jsxRuntime.Fragment,
    jsxDEV: (type: React.ElementType, props: unknown, key?: React.Key): React.ReactElement =>
      jsxRuntime.jsx(type, props, key),
  },
};
