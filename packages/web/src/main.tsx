import "@fontsource-variable/atkinson-hyperlegible-mono/wght.css";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./theme/tokens.css";
import "./theme/ground.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { refuseDrops } from "./app/refuse-drops.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the app.");
refuseDrops(window);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
