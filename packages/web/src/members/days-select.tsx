import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Select } from "../parts/index.ts";

/** How long a link works unless the person says otherwise, in days. */
export const FIRST_DAYS = 7;
const CHOICES = [1, 3, FIRST_DAYS, 14, 30];

export interface DaysSelectProps {
  readonly value: number;
  readonly onChange: (days: number) => void;
}

/** For how long an invitation link works. */
export function DaysSelect({ value, onChange }: DaysSelectProps): ReactNode {
  const text = useText();
  return (
    <Select
      label={text("invite.days")}
      value={String(value)}
      onChange={(days) => onChange(Number(days))}
      options={CHOICES.map((days) => ({ value: String(days), label: text("invite.for-days", { days }) }))}
    />
  );
}
