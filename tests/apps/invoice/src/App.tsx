import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { useState } from "react";

const schema = z.object({
  customer: z.string().min(2, "Name the customer"),
  email: z.email("This is no address"),
  items: z.array(z.object({ what: z.string().min(1), price: z.coerce.number().positive("A price is above 0") })).min(1, "At least one item"),
});
type Invoice = { customer: string; email: string; items: { what: string; price: number | string }[] };

export default function InvoiceForm() {
  const { register, control, handleSubmit, setError, formState: { errors } } = useForm<Invoice>({
    defaultValues: { customer: "", email: "", items: [{ what: "", price: "" }] },
  });
  const { fields, append, remove } = useFieldArray({ control, name: "items" });
  const items = useWatch({ control, name: "items" });
  const [sent, setSent] = useState<z.infer<typeof schema> | null>(null);
  const total = items.reduce((sum, item) => sum + (Number(item.price) || 0), 0);

  const submit = handleSubmit((values) => {
    const checked = schema.safeParse(values);
    if (checked.success) return setSent(checked.data);
    for (const issue of checked.error.issues) setError(issue.path.join(".") as keyof Invoice, { message: issue.message });
  });
  return (
    <form onSubmit={submit} noValidate style={{ display: "grid", gap: 10, maxWidth: 480 }}>
      <h1>Invoice</h1>
      <label>Customer <input {...register("customer")} /></label>
      {errors.customer && <small role="alert">{errors.customer.message}</small>}
      <label>Email <input type="email" {...register("email")} /></label>
      {errors.email && <small role="alert">{errors.email.message}</small>}
      {fields.map((field, i) => (
        <div key={field.id} style={{ display: "flex", gap: 6 }}>
          <input aria-label={`Item ${i + 1}`} {...register(`items.${i}.what`)} />
          <input aria-label={`Price ${i + 1}`} type="number" {...register(`items.${i}.price`)} />
          <button type="button" onClick={() => remove(i)}>Remove</button>
        </div>
      ))}
      <button type="button" onClick={() => append({ what: "", price: "" })}>Another item</button>
      <p>Total <strong>{total.toFixed(2)}</strong></p>
      <button>Create</button>
      {sent && <p role="status">Invoice for {sent.customer}: {sent.items.length} items</p>}
    </form>
  );
}
