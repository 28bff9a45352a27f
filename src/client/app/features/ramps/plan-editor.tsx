import { ActionIcon, Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { detectionSizesOf } from '../../../../shared/features/ramps/detection-sizes.ts'
import { timesOfSteps } from '../../../../shared/features/ramps/due.ts'
import { rampPresets } from '../../../../shared/features/ramps/presets.ts'
import type { RampStep, WorkingHours } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { limits } from '../../../../shared/limits.ts'
import { holdText } from '../../../../shared/text/time/hold-text.ts'
import { hoursText } from '../../../../shared/text/time/hours-text.ts'
import { ownZone, whenText } from '../../../../shared/text/time/when.ts'
import { detectionText } from '../../../../shared/text/verdict/detection-text.ts'
import { trpc } from '../../trpc.ts'
import { AdvancedGuardSettings, falsePositiveText } from './advanced-guard-settings.tsx'
import { GuardsEditor } from './guards-editor.tsx'
import type { PlanTimes } from './plan-times.ts'
import { RampSteps } from './ramp-steps.tsx'
import classes from './ramps.module.css'

const holds = ['PT5M', 'PT15M', 'PT30M', 'PT1H', 'PT2H', 'PT4H', 'PT8H', 'PT12H', 'P1D', 'P2D', 'P3D', 'P7D', 'P14D']

/** Whether the steps of a plan increase up to everyone, as the server requires. */
export const isRising = (steps: readonly RampStep[]): boolean =>
  steps.every(({ share }, at) => share > (steps[at - 1]?.share ?? 0) && share <= limits.weightUnits)

const officeHours = (): WorkingHours => ({ zone: ownZone(), days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' })

/** A plan without guards and the settings that only guards use. */
const unwatched = ({ steps, hours }: PlanTimes): PlanTimes => ({
  steps: steps.map(({ share, hold, ask }) => ({ share, ...(hold !== undefined && { hold }), ...(ask && { ask }) })),
  ...(hours && { hours }),
})

/** Chooses and edits a ramp plan: shares, durations and working hours. */
export function PlanEditor(props: {
  project: string
  environment: string
  plan: PlanTimes
  nowMs: number
  onChange: (plan: PlanTimes) => void
}): ReactNode {
  const { project, environment, plan, nowMs, onChange } = props
  // The presets can be chosen before the project’s own plans are loaded.
  const kept = trpc.rampPlans.list.useQuery({ project }).data ?? rampPresets
  const frozen = trpc.freezes.list.useQuery({ project, environment }).data ?? []
  const theirs = trpc.freezes.hours.useQuery({ project, environment }).data ?? null
  const metrics = trpc.metrics.list.useQuery({ project }).data ?? []
  const { steps } = plan
  const { guards, ...times } = plan
  const chosen =
    kept.find(({ name: _name, ...one }) => JSON.stringify(one) === JSON.stringify(one.guards ? plan : times))?.name ??
    ''
  const edit = (at: number, step: Partial<RampStep>) =>
    onChange({ ...plan, steps: steps.map((one, index) => (index === at ? { ...one, ...step } : one)) })
  const remove = (at: number) => onChange({ ...plan, steps: steps.filter((_, index) => index !== at) })
  const add = () => {
    const before = steps.at(-2)?.share ?? 0
    const share = Math.round((before + limits.weightUnits) / 2_000) * 1_000
    onChange({ ...plan, steps: [...steps.slice(0, -1), { share, hold: 'P1D' }, ...steps.slice(-1)] })
  }
  const freezes = frozen.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }))
  const ends = isRising(steps) ? timesOfSteps({ steps, hours: plan.hours ?? theirs }, nowMs, freezes).at(-1) : undefined
  return (
    <div className={classes['editor']}>
      <NativeSelect
        label="Plan"
        value={chosen}
        onChange={(event) => {
          const { name: _name, ...one } = kept.find(({ name }) => name === event.currentTarget.value) ?? {
            name: '',
            ...plan,
          }
          onChange({ ...(guards && { guards }), ...one })
        }}
        data={[...(chosen === '' ? [{ value: '', label: 'Custom' }] : []), ...kept.map(({ name }) => name)]}
      />
      <RampSteps steps={steps} small />
      <ol className={classes['steps']} aria-label="Edit steps">
        {steps.slice(0, -1).map(({ share, hold = 'P1D' }, at) => (
          // Steps have no id other than their position
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={classes['step']}>
            <NumberInput
              aria-label={`Percentage at step ${at + 1}`}
              suffix="%"
              min={0.001}
              max={99.999}
              decimalScale={3}
              value={share / 1_000}
              error={share > (steps[at - 1]?.share ?? 0) ? null : true}
              onChange={(value) => edit(at, { share: Math.round(Number(value) * 1_000) })}
            />
            <NativeSelect
              aria-label={`Time at step ${at + 1}`}
              value={hold}
              onChange={(event) => edit(at, { hold: event.currentTarget.value })}
              data={(holds.includes(hold) ? holds : [hold, ...holds]).map((value) => ({
                value,
                label: `for ${holdText(value)}`,
              }))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove step ${at + 1}`}
              disabled={steps.length <= 2}
              onClick={() => remove(at)}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
        <li className={classes['everyone']}>then everyone</li>
      </ol>
      {isRising(steps) ? null : <p role="alert">Each percentage must be above the one before.</p>}
      <span>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={steps.length >= limits.rampSteps}
          onClick={add}
        >
          Add step
        </Button>
      </span>
      <Checkbox
        label="Ask before everyone"
        description="The ramp waits until someone continues it"
        checked={steps.at(-1)?.ask === true}
        onChange={(event) => {
          const last: RampStep = { share: limits.weightUnits, ...(event.currentTarget.checked && { ask: true }) }
          onChange({ ...plan, steps: [...steps.slice(0, -1), last] })
        }}
      />
      <Checkbox
        label="Only in working hours"
        description={hoursText(plan.hours ?? officeHours())}
        checked={plan.hours !== undefined}
        onChange={(event) => {
          const { hours: _, ...rest } = plan
          onChange({ ...rest, ...(event.currentTarget.checked && { hours: officeHours() }) })
        }}
      />
      <GuardsEditor
        project={project}
        guards={guards ?? []}
        onChange={(next) => onChange(next.length > 0 ? { ...plan, guards: [...next] } : unwatched(plan))}
      />
      {guards ? <AdvancedGuardSettings plan={plan} onChange={onChange} /> : null}
      <p className={classes['summary']} role="status">
        {ends === undefined ? '' : `Complete on ${whenText(new Date(ends).toISOString(), ownZone())} at the earliest. `}
        {theirs === null || plan.hours
          ? ''
          : `Steps wait for the working hours of the environment: ${hoursText(theirs)}. `}
        {frozen.length === 0 ? '' : `Frozen: ${frozen.map(({ why }) => why).join(', ')}. `}
        {guards ? detectionText(detectionSizesOf(plan, metrics)) + falsePositiveText(plan) : ''}
        Reviewers see this plan; later steps need no approval.
      </p>
    </div>
  )
}
