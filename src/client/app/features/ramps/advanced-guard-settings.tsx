import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { hasComparisonGroup, isMeasured } from '../../../../shared/features/ramps/measured-by.ts'
import type { RampGuard } from '../../../../shared/features/ramps/schemas/guard.ts'
import type { RampPlan, RampStep } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { holdText } from '../../../../shared/text/time/hold-text.ts'
import { watchText } from '../../../../shared/text/verdict/guard-plan-text.ts'
import classes from './guards-editor.module.css'
import type { PlanTimes } from './plan-times.ts'

const looks = ['PT1M', 'PT5M', 'PT15M', 'PT30M', 'PT1H', 'PT6H', 'P1D']
const usualLook = 'PT5M'

type FalsePositiveRate = NonNullable<RampPlan['falsely']>
const harmless: readonly { falsely: FalsePositiveRate; label: string }[] = [
  { falsely: 0.05, label: '5 of 100' },
  { falsely: 0.01, label: '1 of 100' },
  { falsely: 0.001, label: '1 of 1,000' },
]

/** The false positive rate of this plan’s guards as a sentence. */
export const falsePositiveText = ({ falsely = 0.01 }: Pick<RampPlan, 'falsely'>): string => {
  if (falsely === 0.05) return 'Of a hundred harmless ramps at most five are undone. '
  return falsely === 0.01
    ? 'Of a hundred harmless ramps at most one is undone. '
    : 'Of a thousand harmless ramps at most one is undone. '
}

/** Advanced guard settings. Settings at their default are left out of the plan. */
export function AdvancedGuardSettings({
  plan,
  onChange,
}: {
  plan: PlanTimes
  onChange: (plan: PlanTimes) => void
}): ReactNode {
  const { guards = [], falsely = 0.01, lookEvery = usualLook, missing, steps } = plan
  const counts = isMeasured(plan)
  const editGuard = (at: number, guard: RampGuard) =>
    onChange({ ...plan, guards: guards.map((one, index) => (index === at ? guard : one)) })
  const setPeople = (at: number, value: number) => {
    const { people: _, ...step } = steps[at] as RampStep
    const next = value >= 1 ? { ...step, people: Math.round(value) } : step
    onChange({ ...plan, steps: steps.map((one, index) => (index === at ? next : one)) })
  }
  return (
    <details className={classes['more']}>
      <summary>More</summary>
      <div className={classes['moreFields']}>
        <NativeSelect
          label="Look every"
          value={lookEvery}
          onChange={({ currentTarget: { value } }) => {
            const { lookEvery: _, ...rest } = plan
            onChange(value === usualLook ? rest : { ...rest, lookEvery: value })
          }}
          data={(looks.includes(lookEvery) ? looks : [lookEvery, ...looks]).map((value) => ({
            value,
            label: holdText(value),
          }))}
        />
        <NativeSelect
          label="Harmless ramps undone, at most"
          value={String(falsely)}
          onChange={({ currentTarget: { value } }) => {
            const { falsely: _, ...rest } = plan
            const chosen = harmless.find((one) => String(one.falsely) === value)?.falsely ?? 0.01
            onChange(chosen === 0.01 ? rest : { ...rest, falsely: chosen })
          }}
          data={harmless.map((one) => ({ value: String(one.falsely), label: one.label }))}
        />
        {counts ? (
          <NativeSelect
            label="If reports of the new variant are missing"
            value={missing ?? 'roll-back'}
            onChange={({ currentTarget: { value } }) => {
              const { missing: _, ...rest } = plan
              onChange(value === 'pause' ? { ...rest, missing: 'pause' } : rest)
            }}
            data={[
              { value: 'roll-back', label: 'undo the ramp' },
              { value: 'pause', label: 'pause the ramp' },
            ]}
          />
        ) : null}
        {counts
          ? steps.map(({ share, people }, at) =>
              at < steps.length - 1 && hasComparisonGroup(share) ? (
                <NumberInput
                  // Steps have no id other than their position
                  // oxlint-disable-next-line react/no-array-index-key
                  key={at}
                  label={`Users needed at step ${at + 1}`}
                  placeholder="any number"
                  min={1}
                  max={10_000_000}
                  allowDecimal={false}
                  value={people ?? ''}
                  onChange={(value) => setPeople(at, Number(value))}
                />
              ) : null,
            )
          : null}
      </div>
      {guards.map((guard, at) => (
        // Two guards may be equal
        // oxlint-disable-next-line react/no-array-index-key
        <GuardMore key={at} guard={guard} onChange={(next) => editGuard(at, next)} />
      ))}
    </details>
  )
}

function GuardMore({ guard, onChange }: { guard: RampGuard; onChange: (guard: RampGuard) => void }): ReactNode {
  if ('verdict' in guard) return null
  if ('prometheus' in guard) {
    const { over: _, ...alone } = guard
    return (
      <fieldset className={classes['moreFields']}>
        <legend>{watchText(guard)}</legend>
        <NumberInput
          label="Looks in a row"
          min={1}
          max={10}
          allowDecimal={false}
          value={guard.times ?? 3}
          onChange={(value) => onChange({ ...guard, times: Math.min(10, Math.max(1, Math.round(Number(value)))) })}
        />
        <TextInput
          label="In proportion to a second query"
          value={guard.over ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(value === '' ? alone : { ...alone, over: value })}
        />
      </fieldset>
    )
  }
  const { trustClients: _, ...wary } = guard
  const { margin: _margin, ...plain } = guard
  return (
    <fieldset className={classes['moreFields']}>
      <legend>{watchText(guard)}</legend>
      <NumberInput
        label="Worse by this much is fine"
        suffix="%"
        min={0}
        max={99}
        decimalScale={1}
        value={Number(((guard.margin ?? 0) * 100).toFixed(3))}
        onChange={(value) => {
          const margin = Math.min(0.99, Math.max(0, Number(value) / 100))
          onChange(margin === 0 ? plain : { ...plain, margin })
        }}
      />
      <Checkbox
        label="Also undo the ramp by what pages report"
        description="Anyone with a client key can send it. Otherwise it only pauses."
        checked={guard.trustClients === true}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...wary, trustClients: true } : wary)}
      />
    </fieldset>
  )
}
