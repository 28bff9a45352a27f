import { MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import { trpc } from '../../../trpc.ts'
import { ConditionEditor } from '../../targeting/condition-editor.tsx'
import { KnownAttributes, knownAttributes } from '../../targeting/known-attributes.ts'
import classes from './setup.module.css'
import type { SetupForm } from './setup-form.ts'

/** Edits who takes part: audience, share, and position among the flag’s rules. */
export function AudienceFields(props: {
  project: string
  form: SetupForm
  document: FlagDocument
  at: (field: string) => string | null
  onChange: (change: Partial<SetupForm>) => void
}): ReactNode {
  const { project, form, document, at, onChange } = props
  const declared = trpc.attributes.list.useQuery({ project }, { staleTime: 60_000 }).data ?? []
  const segments = (trpc.segments.list.useQuery({ project }, { staleTime: 60_000 }).data ?? []).map(({ key }) => key)
  const layers = trpc.layers.list.useQuery({ project }).data ?? []
  const flags = trpc.flags.keys.useQuery({ project }, { staleTime: 60_000 }).data ?? []
  const attributes = knownAttributes(declared, [])
  const rules = document.rules.map(({ id, name }, at) => ({
    value: id,
    label: `Before rule ${at + 1}${name ? ` ${name}` : ''}`,
  }))
  const boolean = flags.filter(({ key, type }) => type === 'boolean' && key !== document.key)
  return (
    <>
      <KnownAttributes value={attributes}>
        <div role="group" aria-label="Audience">
          <ConditionEditor
            label="Audience"
            condition={form.audience}
            onChange={(audience) => onChange({ audience })}
            attributes={attributes.map(({ name }) => name)}
            segments={segments}
          />
        </div>
      </KnownAttributes>
      <div className={classes['row']}>
        <NumberInput
          label="Users who take part"
          description="Of those above; it can grow later"
          suffix="%"
          min={0.001}
          max={100}
          decimalScale={3}
          step={5}
          value={form.share / 1_000}
          onChange={(value) => onChange({ share: Math.max(1, Math.round(Number(value) * 1_000)) })}
          error={at('setup.share')}
        />
        <NativeSelect
          label="Place"
          description="Earlier rules keep their users"
          value={form.rule ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ rule: value === '' ? null : value })}
          data={[...rules, { value: '', label: 'Before everyone else' }]}
          error={at('setup.rule')}
        />
      </div>
      <details className={classes['more']}>
        <summary>Layer, holdouts, and whom a user is told by</summary>
        <div className={classes['row']}>
          <NativeSelect
            label="Layer"
            description="Nobody is in two experiments of one layer"
            value={form.layer ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const chosen = layers.find(({ key }) => key === value)
              onChange({ layer: chosen?.key ?? null, ...(chosen && { by: chosen.by ?? '' }) })
            }}
            data={[{ value: '', label: 'None' }, ...layers.map(({ key, name }) => ({ value: key, label: name }))]}
            error={at('setup.layer')}
          />
          <TextInput
            label="Told apart by"
            description="An attribute, such as companyId"
            placeholder="targeting key"
            autoComplete="off"
            maxLength={limits.valueLength}
            value={form.by}
            onChange={({ currentTarget }) => onChange({ by: currentTarget.value })}
            error={at('setup.by')}
          />
        </div>
        <MultiSelect
          label="Holdouts"
          description="Boolean flags; whoever gets false is in no experiment that names them"
          data={boolean.map(({ key, name }) => ({ value: key, label: name }))}
          value={[...form.holdouts]}
          maxValues={limits.holdoutsPerExperiment}
          onChange={(holdouts) => onChange({ holdouts })}
          error={at('setup.holdouts')}
          searchable
          hidePickedOptions
        />
      </details>
    </>
  )
}
