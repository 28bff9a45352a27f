import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import { readWhen } from '../../../../../shared/text/time/read-when.ts'
import { ownZone, whenText } from '../../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './settings.module.css'

/** Periods in which an environment takes no ramp steps and applies no schedules. */
export function Freezes({ project, environment }: { project: string; environment: string }): ReactNode {
  const utils = trpc.useUtils()
  const scope = { project, environment }
  const freezes = trpc.freezes.list.useQuery(scope).data ?? []
  const refresh = { onSuccess: () => Promise.all([utils.freezes.invalidate(), utils.ramps.invalidate()]) }
  const add = trpc.freezes.add.useMutation(refresh)
  const remove = trpc.freezes.remove.useMutation({
    ...refresh,
    onError: (error) => failed('Couldn’t remove the freeze', refusalOf(error)),
  })
  const [value, setValue] = useState({ from: '', to: '', why: '' })
  const [nowMs] = useState(() => Date.now())
  const zone = ownZone()
  const [from, to] = [readWhen(value.from, nowMs, zone), readWhen(value.to, nowMs, zone)]
  const ready = 'at' in from && 'at' in to && value.why.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready || add.isPending) return
    add.mutate(
      { ...scope, from: from.at, to: to.at, why: value.why },
      { onSuccess: () => setValue({ from: '', to: '', why: '' }) },
    )
  }
  const field = (name: 'from' | 'to', read: typeof from, label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={value[name]}
      onChange={(event) => setValue({ ...value, [name]: event.currentTarget.value })}
      description={'at' in read ? whenText(read.at, zone) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={value[name] !== '' && !('at' in read) ? `Enter ${read.expected}` : null}
    />
  )
  return (
    <section className={classes['open']} aria-label="Freezes">
      <h3>Freezes</h3>
      <p className={classes['freezeLead']}>
        Ramps and scheduled changes wait until a freeze is over. People can still publish and undo.
      </p>
      {freezes.length === 0 ? null : (
        <ul className={classes['freezes']}>
          {freezes.map(({ id, from, to, why, by }) => (
            <li key={id}>
              <span>
                <strong>{why}</strong>
                <br />
                {whenText(from, zone)} to {whenText(to, zone)}, by {by}
              </span>
              <ActionIcon
                variant="subtle"
                aria-label={`Remove freeze ${why}`}
                onClick={() => remove.mutate({ ...scope, id })}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className={classes['fields']}>
        <TextInput
          label="Freeze for"
          placeholder="Black Friday"
          maxLength={limits.nameLength}
          autoComplete="off"
          value={value.why}
          onChange={(event) => setValue({ ...value, why: event.currentTarget.value })}
        />
        {field('from', from, 'From', 'fri 9am')}
        {field('to', to, 'To', 'mon 9am')}
        <FormError refusal={add.error ? refusalOf(add.error) : null} fields={[]} />
        <div className={classes['acts']}>
          <Button type="submit" variant="default" loading={add.isPending} disabled={!ready}>
            Add freeze
          </Button>
        </div>
      </form>
    </section>
  )
}
