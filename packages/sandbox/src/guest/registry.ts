import * as React from "react";
import * as ReactDom from "react-dom";
import * as ReactDomClient from "react-dom/client";
import * as jsxRuntime from "react/jsx-runtime";
import * as app from "../app/index.ts";
import type { BuiltIn } from "../wire/packages.ts";
import { withoutAsync } from "./async-components.ts";

const jsx = withoutAsync(jsxRuntime.jsx);

/** What stands in the frame itself behind what an app imports. */
export const REGISTRY: Readonly<Record<BuiltIn, object>> = {
  react: React,
  "react-dom": ReactDom,
  "react-dom/client": ReactDomClient,
  "react/jsx-runtime": { Fragment: jsxRuntime.Fragment, jsx, jsxs: withoutAsync(jsxRuntime.jsxs) },
  // In a production build React's own has no functions.
  "react/jsx-dev-runtime": { Fragment: jsxRuntime.Fragment, jsxDEV: jsx },
  "@anteroom/app": app,
};
