import { Button, Checkbox, Modal, NumberInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SaveEventInput, type TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../../../shared/limits.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { keyFromName } from '../../../components/key-from-name.ts'
import classes from '../../../components/name-and-key.module.css'
import { done } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { propertiesText, readProperties } from '../../metrics/properties-text.ts'

/** Declares or edits an event. The key of an existing event cannot change. */
export function EventDialog(props: {
  project: string
  event: TrackedEvent | null
  /** The key of an undeclared event that already arrives. */
  begin: string
  onClose: () => void
}): ReactNode {
  const { project, event, begin, onClose } = props
  const [name, setName] = useState(event?.name ?? begin)
  const [ownKey, setKey] = useState(event?.key ?? (begin === '' ? null : begin))
  const [description, setDescription] = useState(event?.description ?? '')
  const [hasValue, setHasValue] = useState(event !== null && event.value !== null)
  const [unit, setUnit] = useState(event?.value?.unit ?? '')
  const [min, setMin] = useState<number | string>(event?.value?.min ?? '')
  const [max, setMax] = useState<number | string>(event?.value?.max ?? '')
  const [properties, setProperties] = useState(propertiesText(event?.properties ?? {}))
  const [fromClients, setFromClients] = useState(event?.fromClients ?? false)
  const key = ownKey ?? keyFromName(name, limits.nameLength)
  const utils = trpc.useUtils()
  const save = trpc.events.save.useMutation({
    onSuccess: async (saved) => {
      onClose()
      await utils.events.invalidate()
      done(event === null ? `Declared ${saved.key}` : `Saved ${saved.key}`)
    },
  })
  const refusal = save.error ? refusalOf(save.error) : null
  const problems = useProblems(refusal)
  const bound = (value: number | string) => (value === '' ? null : Number(value))
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const value = hasValue ? { unit, min: bound(min), max: bound(max) } : null
    const input = { project, key, name, description, value, properties: readProperties(properties), fromClients }
    if (problems.fits(SaveEventInput, input)) save.mutate(input)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={event === null ? 'Declare event' : event.name}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate className={classes['form']}>
        <TextInput
          label="Name"
          placeholder="Purchase"
          data-autofocus
          autoComplete="off"
          maxLength={limits.nameLength}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={problems.at('name')}
        />
        <TextInput
          label="Key"
          description="The name used in code. It can’t be changed later."
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.nameLength}
          readOnly={event !== null}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          error={problems.at('key')}
        />
        <Checkbox
          label="Carries a number"
          description="Such as an amount or a time."
          checked={hasValue}
          onChange={({ currentTarget }) => setHasValue(currentTarget.checked)}
        />
        {hasValue ? (
          <>
            <TextInput
              label="Unit"
              placeholder="€, ms"
              maxLength={20}
              value={unit}
              onChange={({ currentTarget }) => setUnit(currentTarget.value)}
            />
            <NumberInput label="At least" value={min} onChange={setMin} error={problems.at('value.min')} />
            <NumberInput label="At most" value={max} onChange={setMax} error={problems.at('value.max')} />
          </>
        ) : null}
        <Textarea
          label="Properties"
          description="One per line: number, boolean, or the allowed values. Free text is never stored."
          placeholder={'items: number\nplan: free, gold'}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          value={properties}
          onChange={({ currentTarget }) => setProperties(currentTarget.value)}
          error={problems.at('properties')}
        />
        <Checkbox
          label="Client SDKs can send it"
          description="Anyone can send what a client SDK can. For money, send it from a server."
          checked={fromClients}
          onChange={({ currentTarget }) => setFromClients(currentTarget.checked)}
        />
        <Textarea
          label="Description"
          autosize
          maxRows={6}
          maxLength={limits.descriptionLength}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <FormError refusal={refusal} fields={['name', 'key']} />
        <div>
          <Button type="submit" loading={save.isPending}>
            {event === null ? 'Declare' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
