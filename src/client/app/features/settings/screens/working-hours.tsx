import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { WorkingHours as Hours } from '../../../../../shared/features/ramps/schemas/ramp.ts'
import { hoursText, weekdayName } from '../../../../../shared/text/time/hours-text.ts'
import { ownZone } from '../../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { fieldProblems } from '../../../components/field-problems.ts'
import { FormError } from '../../../components/form-error.tsx'
import { done } from '../../../components/toast.tsx'
import { ZoneSelect } from '../../../components/zone-select.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './settings.module.css'

const week = [1, 2, 3, 4, 5, 6, 7]
const usual = (): Hours => ({ zone: ownZone(), days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' })

/** Edits the hours in which an environment takes ramp steps and applies schedules. */
export function WorkingHours({ project, environment }: { project: string; environment: string }): ReactNode {
  const hours = trpc.freezes.hours.useQuery({ project, environment })
  return (
    <section className={classes['open']} aria-label="Working hours">
      <h3>Working hours</h3>
      <p className={classes['freezeLead']}>
        Outside of them ramps and scheduled changes wait. A ramp whose plan has hours of its own keeps to those.
      </p>
      {hours.data === undefined ? null : (
        <HoursForm key={JSON.stringify(hours.data)} scope={{ project, environment }} hours={hours.data} />
      )}
    </section>
  )
}

function HoursForm({
  scope,
  hours,
}: {
  scope: { project: string; environment: string }
  hours: Hours | null
}): ReactNode {
  const utils = trpc.useUtils()
  const [value, setValue] = useState(hours)
  const set = trpc.freezes.setHours.useMutation({
    onSuccess: async (now) => {
      await Promise.all([utils.freezes.invalidate(), utils.ramps.invalidate()])
      done(now === null ? 'Ramps and schedules go on at any time.' : `Working hours: ${hoursText(now)}`)
    },
  })
  const problems = value === null ? {} : fieldProblems(Hours, value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(problems).length === 0) set.mutate({ ...scope, hours: value })
  }
  const field = (name: 'from' | 'to', label: string) =>
    value === null ? null : (
      <TextInput
        label={label}
        type="time"
        autoComplete="off"
        value={value[name]}
        error={problems[name]}
        onChange={(event) => setValue({ ...value, [name]: event.currentTarget.value })}
      />
    )
  return (
    <form onSubmit={submit} noValidate className={classes['fields']}>
      <Checkbox
        label="Only in working hours"
        checked={value !== null}
        onChange={(event) => setValue(event.currentTarget.checked ? usual() : null)}
      />
      {value === null ? null : (
        <>
          <Checkbox.Group
            label="Days"
            value={value.days.map(String)}
            error={problems['days']}
            onChange={(days) => setValue({ ...value, days: days.map(Number).toSorted((a, b) => a - b) })}
          >
            <Group gap="md" mt={4}>
              {week.map((day) => (
                <Checkbox key={day} value={String(day)} label={weekdayName(day)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Group gap="md" align="flex-start">
            {field('from', 'From')}
            {field('to', 'To')}
            <ZoneSelect zone={value.zone} onChange={(zone) => setValue({ ...value, zone })} />
          </Group>
        </>
      )}
      <FormError refusal={set.error ? refusalOf(set.error) : null} fields={[]} />
      <div className={classes['acts']}>
        <Button
          type="submit"
          variant="default"
          loading={set.isPending}
          disabled={JSON.stringify(value) === JSON.stringify(hours)}
        >
          Save working hours
        </Button>
      </div>
    </form>
  )
}
