import { QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ConfirmHost } from "../confirm/confirm-host.tsx";
import { Locale } from "../messages/locale.tsx";
import { ToastRegion } from "../parts/index.ts";
import { createQueryClient } from "./query-client.ts";
import { Routes } from "./routes.tsx";
import { ShortcutsProvider } from "./shortcuts.tsx";

/** The whole web app. */
export function App(): ReactNode {
  const [queryClient] = useState(createQueryClient);
  return (
    <Locale>
      <QueryClientProvider client={queryClient}>
        <ShortcutsProvider>
          <Routes />
          <ConfirmHost />
          <ToastRegion />
        </ShortcutsProvider>
      </QueryClientProvider>
    </Locale>
  );
}
