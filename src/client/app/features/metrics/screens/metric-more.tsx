import { NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import { holdText } from '../../../../../shared/text/time/hold-text.ts'
import { hasBefore, hasCap, type MetricForm } from './metric-form.ts'
import classes from './metrics.module.css'

const befores = ['P7D', 'P14D', 'P28D', 'P60D']

/** Optional settings of a metric: unit, cap, margin, pre-experiment data and tags. */
export function MetricMore(props: {
  form: MetricForm
  onChange: (change: Partial<MetricForm>) => void
  at: (field: string) => string | null | undefined
}): ReactNode {
  const { form, onChange, at } = props
  const { kind, cap, margin, before } = form
  const lookedBack =
    before === 'usual' || before === 'none' || befores.includes(before) ? befores : [before, ...befores]
  return (
    <details className={classes['more']}>
      <summary>More</summary>
      <div className={classes['row']}>
        <TextInput
          label="Counted by"
          description="An attribute, such as companyId"
          placeholder="targeting key"
          autoComplete="off"
          maxLength={limits.nameLength}
          value={form.unit}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
          error={at('unit')}
        />
        <TagsInput
          label="Tags"
          description="Press Enter after each"
          value={[...form.tags]}
          maxTags={limits.tagsPerFlag}
          onChange={(tags) => onChange({ tags })}
          error={at('tags')}
        />
      </div>
      <div className={classes['row']}>
        <NativeSelect
          label="Counts as no worse"
          description="Smaller differences don’t matter"
          value={margin}
          onChange={({ currentTarget }) => onChange({ margin: currentTarget.value as MetricForm['margin'] })}
          data={[
            { value: 'none', label: 'no difference' },
            { value: 'relative', label: 'within a percentage' },
            { value: 'absolute', label: 'within an amount' },
          ]}
        />
        {margin === 'none' ? null : (
          <NumberInput
            label="Within"
            description={margin === 'relative' ? 'Of the value before' : 'In the metric’s own unit'}
            suffix={margin === 'relative' ? '%' : ''}
            min={0}
            value={form.marginValue}
            onChange={(value) => onChange({ marginValue: Number(value) })}
            error={at('margin')}
          />
        )}
      </div>
      {hasCap(kind) ? (
        <div className={classes['row']}>
          <NativeSelect
            label="Most that one user counts"
            description="One user can’t outweigh all others"
            value={cap}
            onChange={({ currentTarget }) => onChange({ cap: currentTarget.value as MetricForm['cap'] })}
            data={[
              { value: 'usual', label: 'the usual: 99.9th percentile' },
              { value: 'percentile', label: 'another percentile' },
              { value: 'at', label: 'an amount' },
              { value: 'none', label: 'no limit' },
            ]}
          />
          {cap === 'percentile' || cap === 'at' ? (
            <NumberInput
              label="At most"
              description={cap === 'percentile' ? 'Percentile of users’ totals' : 'In the metric’s own unit'}
              min={0}
              value={form.capValue}
              onChange={(value) => onChange({ capValue: Number(value) })}
              error={at('cap')}
            />
          ) : null}
        </div>
      ) : null}
      {hasBefore(kind) ? (
        <NativeSelect
          label="What users did before"
          description="Sharpens comparisons"
          value={before}
          onChange={({ currentTarget }) => onChange({ before: currentTarget.value })}
          data={[
            { value: 'usual', label: 'the usual: 14 days back' },
            ...lookedBack.map((value) => ({ value, label: `${holdText(value)} back` })),
            { value: 'none', label: 'not looked at' },
          ]}
        />
      ) : null}
    </details>
  )
}
