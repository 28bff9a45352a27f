import { NativeSelect, NumberInput, Radio, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { ExperimentMode } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../../../shared/limits.ts'
import { spanText } from '../../../../../shared/text/experiment/forecast-text.ts'
import { modeText } from '../../../../../shared/text/experiment/state-text.ts'
import classes from './setup.module.css'
import type { SetupForm } from './setup-form.ts'

const spans = [7, 14, 21, 28, 42]

/** Edits the decision method, the duration and the smallest difference to detect. */
export function PlanFields(props: {
  form: SetupForm
  at: (field: string) => string | null
  onChange: (change: Partial<SetupForm>) => void
}): ReactNode {
  const { form, at, onChange } = props
  const { mode, days, effect, alpha } = form
  return (
    <>
      <Radio.Group
        label="When it may be decided"
        value={mode}
        onChange={(value) => onChange({ mode: ExperimentMode.parse(value) })}
      >
        <div className={classes['modes']}>
          {ExperimentMode.options.map((one) => (
            <Radio key={one} value={one} label={modeText[one].title} description={modeText[one].text} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes['row']}>
        <NumberInput
          label="Days"
          description="Whole weeks hold every weekday once"
          min={1}
          max={limits.experimentDays}
          allowDecimal={false}
          value={days}
          onChange={(value) => onChange({ days: Math.max(1, Math.round(Number(value))) })}
          error={at('setup.days')}
        />
        <SegmentedControl
          aria-label="Common lengths"
          size="xs"
          className={classes['spans']}
          data={spans.map((value) => ({ value: String(value), label: spanText(value) }))}
          value={spans.includes(days) ? String(days) : ''}
          onChange={(value) => onChange({ days: Number(value) })}
        />
      </div>
      <div className={classes['row']}>
        <NumberInput
          label="Smallest difference worth finding"
          description="Relative to the control"
          suffix="%"
          min={0.01}
          max={1_000}
          decimalScale={2}
          value={Number((effect * 100).toFixed(4))}
          onChange={(value) => onChange({ effect: Math.max(0.0001, Number(value) / 100) })}
          error={at('setup.effect')}
        />
        <NativeSelect
          label="Wrong calls"
          description="Where there’s no difference, at most"
          value={String(alpha)}
          onChange={({ currentTarget }) =>
            onChange({ alpha: currentTarget.value === '0.1' ? 0.1 : currentTarget.value === '0.01' ? 0.01 : 0.05 })
          }
          data={[
            { value: '0.1', label: '10 of 100 experiments' },
            { value: '0.05', label: '5 of 100 experiments' },
            { value: '0.01', label: '1 of 100 experiments' },
          ]}
        />
      </div>
    </>
  )
}
