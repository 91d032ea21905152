import type { ComponentProps } from 'react';
import { SelectField } from '#web/ui/Field.tsx';

/** Chooses the model that is asked first, or none. */
export function ModelField({
  models,
  ...field
}: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> & {
  models: readonly { id: string; name: string; enabled: boolean }[];
}) {
  return (
    <SelectField {...field} label="Model">
      <option value="">As the models are ordered</option>
      {models.map(({ id, name, enabled }) => (
        <option key={id} value={id}>
          {enabled ? name : `${name} (off)`}
        </option>
      ))}
    </SelectField>
  );
}
