import type { ReactNode } from "react";
import clsx from "clsx";

export function Stat({ title, value, change, icon }: { title: string; value: string; change: number; icon: ReactNode }) {
  return (
    <div className="rounded-xl bg-white p-4 shadow-sm ring-1 ring-gray-200 dark:bg-gray-900 dark:ring-gray-800">
      <p className="text-sm text-gray-500 dark:text-gray-400">{title}</p>
      <p className="mt-1 text-2xl font-semibold tabular-nums">{value}</p>
      <p className={clsx("mt-1 inline-flex items-center gap-1 text-sm", change > 0 ? "text-green-700 dark:text-green-400" : "text-rose-700 dark:text-rose-400")}>{icon}{Math.abs(change)} %</p>
    </div>
  );
}
