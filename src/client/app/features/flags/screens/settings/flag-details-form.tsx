import { Button, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Flag, ValueSchema } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { instantIn, localIn, ownZone } from '../../../../../../shared/text/time/when.ts'
import { problemAt, refusalOf } from '../../../../../api/refusal.ts'
import { FormError } from '../../../../components/form-error.tsx'
import classes from '../../../../components/settings.module.css'
import { done } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { useConfirmFileEdit } from '../../../flag-files/use-confirm-file-edit.tsx'
import { readValue } from '../create/variant-value.ts'

/** Edits a flag’s metadata, which applications do not receive. */
export function FlagDetailsForm(props: { project: string; flag: Flag; schema: ValueSchema | null }): ReactNode {
  const { project, flag, schema } = props
  const { name, description, tags, permanence, owner, expectedEnd } = flag
  const [value, setValue] = useState({ name, description, tags, permanence, owner: owner?.id ?? null, expectedEnd })
  const [typedSchema, setTypedSchema] = useState(schema === null ? '' : JSON.stringify(schema, null, 2))
  const readSchema = schemaOf(typedSchema)
  const members = trpc.members.list.useQuery({ project }).data ?? []
  const utils = trpc.useUtils()
  const update = trpc.flags.update.useMutation({
    onSuccess: async () => {
      await utils.flags.invalidate()
      done(`Saved ${flag.key}`)
    },
  })
  const kept = useConfirmFileEdit(flag.keptIn)
  const refusal = update.error ? refusalOf(update.error) : null
  const people = new Map(members.map(({ user }) => [user.id, user.name]))
  if (owner !== null) people.set(owner.id, owner.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!('schema' in readSchema)) return
    // Sending an unchanged schema would validate every value against it again.
    const same = JSON.stringify(readSchema.schema) === JSON.stringify(schema)
    const edit = { ...value, ...(same ? {} : { schema: readSchema.schema }) }
    kept.ask(() => update.mutate({ project, flag: flag.key, ...edit }))
  }
  return (
    <form onSubmit={submit} className={classes['form']}>
      {kept.question}
      <TextInput
        label="Name"
        w="100%"
        maxLength={limits.nameLength}
        value={value.name}
        onChange={(event) => setValue({ ...value, name: event.currentTarget.value })}
        error={refusal && problemAt(refusal, 'name')}
      />
      <Textarea
        label="Description"
        w="100%"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.descriptionLength}
        value={value.description}
        onChange={(event) => setValue({ ...value, description: event.currentTarget.value })}
      />
      <TagsInput
        label="Tags"
        w="100%"
        maxTags={limits.tagsPerFlag}
        value={value.tags}
        onChange={(next) => setValue({ ...value, tags: next })}
      />
      <Select
        label="Owner"
        w="100%"
        data={[{ value: '', label: 'No owner' }, ...[...people].map(([id, label]) => ({ value: id, label }))]}
        value={value.owner ?? ''}
        allowDeselect={false}
        onChange={(next) => setValue({ ...value, owner: next || null })}
      />
      <Select
        label="Lifetime"
        w="100%"
        data={[
          { value: 'temporary', label: 'Temporary: remove from code once settled' },
          { value: 'permanent', label: 'Permanent' },
        ]}
        value={value.permanence}
        allowDeselect={false}
        onChange={(next) => setValue({ ...value, permanence: next === 'permanent' ? 'permanent' : 'temporary' })}
      />
      {value.permanence === 'temporary' ? (
        <TextInput
          type="date"
          label="Expected end"
          description="When it should be gone from the code. Without a date it counts as stale 40 days after it was created."
          w="100%"
          value={value.expectedEnd === null ? '' : localIn(value.expectedEnd, ownZone()).slice(0, 10)}
          onChange={(event) => {
            const day = event.currentTarget.value
            setValue({ ...value, expectedEnd: day === '' ? null : instantIn(`${day}T00:00`, ownZone()) })
          }}
        />
      ) : null}
      {flag.type === 'boolean' ? null : (
        <Textarea
          label="JSON Schema of its values"
          description="Draft 2020-12. A value that doesn’t meet it can’t be published. Leave empty for none."
          placeholder='{ "type": "object", "required": ["size"] }'
          w="100%"
          autosize
          minRows={2}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '12px' } }}
          value={typedSchema}
          onChange={(event) => setTypedSchema(event.currentTarget.value)}
          error={'problem' in readSchema ? readSchema.problem : refusal && problemAt(refusal, 'schema')}
        />
      )}
      <FormError refusal={refusal} fields={['name', 'schema']} />
      <Button type="submit" loading={update.isPending} disabled={'problem' in readSchema}>
        Save
      </Button>
    </form>
  )
}

/** Parses a value schema. Null if the field is empty; otherwise returns the schema or a problem. */
const schemaOf = (typed: string): { schema: ValueSchema | null } | { problem: string } => {
  if (typed.trim() === '') return { schema: null }
  const read = readValue('object', typed)
  if ('problem' in read) return { problem: read.problem }
  const checked = ValueSchema.safeParse(read.value)
  return checked.success ? { schema: checked.data } : { problem: checked.error.issues[0]?.message ?? '' }
}
