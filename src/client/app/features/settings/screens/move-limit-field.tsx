import { Checkbox, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings.module.css'

/** Default when the limit is turned on: 5% of the recent contexts. */
const offeredPer100k = 5_000

/** Edits the share of recent contexts that one publish may move without a review. */
export function MoveLimitField(props: {
  sampling: boolean
  value: number | null
  onChange: (limitPer100k: number | null) => void
  problem: string | null
}): ReactNode {
  const { sampling, value, onChange, problem } = props
  return (
    <div className={classes['limit']}>
      <Checkbox
        label="Ask for a second look at large moves"
        description={
          sampling
            ? 'A publish that gives more of the recent contexts a different variant needs a review first. Turning flags off and going back never do.'
            : 'Only environments that sample contexts can measure who moves.'
        }
        disabled={!sampling}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? offeredPer100k : null)}
      />
      {value === null ? null : (
        <NumberInput
          label="Publish without review up to"
          suffix="%"
          min={0}
          max={100}
          decimalScale={1}
          w={200}
          value={value / 1_000}
          onChange={(percent) => onChange(Math.round(Math.min(100, Math.max(0, Number(percent) || 0)) * 1_000))}
          error={problem}
        />
      )}
    </div>
  )
}
