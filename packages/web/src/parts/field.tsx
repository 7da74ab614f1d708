import { useId, type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref } from "react";
import { Icon } from "./icon.tsx";
import styles from "./field.module.css";

interface FieldBase {
  readonly label: string;
  /** What helps to fill it in, under the control. */
  readonly hint?: ReactNode;
  /** What is wrong with the value; it takes the hint's place. */
  readonly error?: string | undefined;
}

/** What ties a control to its label, hint and error. */
interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps extends FieldBase {
  readonly children: (control: FieldControl) => ReactNode;
}

function Field({ label, hint, error, children }: FieldProps): ReactNode {
  const id = useId();
  const said = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": said === undefined ? undefined : `${id}-said`,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {said === undefined ? null : (
        <span className={error === undefined ? styles.hint : styles.error} id={`${id}-said`}>
          {error === undefined ? null : <Icon name="warning" />}
          {said}
        </span>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldBase {
  readonly value: string;
  /** Not there for a field that only shows. */
  readonly onChange?: (value: string) => void;
  readonly name?: string;
  readonly type?: "text" | "email" | "password";
  /** The keyboard of a phone, where the type does not say it. */
  readonly inputMode?: "numeric";
  /** A code that is read off another screen: large, in capitals, and nothing corrects it. */
  readonly code?: boolean;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. */
export function TextField(props: TextFieldProps): ReactNode {
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      {(control) => (
        <input
          {...control}
          ref={props.ref}
          className={props.code ? `${styles.input} ${styles.code}` : styles.input}
          type={props.type ?? "text"}
          inputMode={props.inputMode}
          name={props.name}
          value={props.value}
          readOnly={props.onChange === undefined}
          onChange={(event) => props.onChange?.(event.target.value)}
          autoComplete={props.autoComplete ?? "off"}
          required={props.required}
          maxLength={props.maxLength}
          {...(props.code && { autoCapitalize: "characters", spellCheck: false })}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldBase {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What Ctrl Enter, or Cmd Enter, does. */
  readonly onSend?: () => void;
  /** Code, and not words. */
  readonly mono?: boolean;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps): ReactNode {
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      {(control) => (
        <textarea
          {...control}
          ref={props.ref}
          className={[styles.input, styles.area, props.mono && styles.mono].filter(Boolean).join(" ")}
          rows={props.rows ?? 3}
          {...(props.mono && { spellCheck: false, autoCapitalize: "off" })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            props.onSend?.();
          }}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          maxLength={props.maxLength}
        />
      )}
    </Field>
  );
}

export interface SelectProps extends FieldBase {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** One of a few, by the browser's own list. */
export function Select(props: SelectProps): ReactNode {
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      {(control) => (
        <select
          {...control}
          className={`${styles.input} ${styles.select}`}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export interface CheckboxProps {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** A second, smaller line. */
  readonly hint?: string;
}

/** Yes or no, with its words beside it. */
export function Checkbox({ children, checked, onChange, hint }: CheckboxProps): ReactNode {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {children}
        {hint === undefined ? null : <span className={styles.checkHint}>{hint}</span>}
      </span>
    </label>
  );
}

export interface FieldGroupProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** Several checkboxes under one label. */
export function FieldGroup({ label, error, children }: FieldGroupProps): ReactNode {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error === undefined ? undefined : id}>
      <legend className={styles.label}>{label}</legend>
      {children}
      {error === undefined ? null : (
        <span className={styles.error} id={id}>
          <Icon name="warning" />
          {error}
        </span>
      )}
    </fieldset>
  );
}
