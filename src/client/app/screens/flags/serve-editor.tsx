import { Button, NumberInput, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { Serve } from '../../../../shared/schemas/split.ts'
import { serveWords, weightsOf } from '../../../../shared/words/serve.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { dividedAmong, servingOne, withBucketing } from './edit-serve.ts'
import classes from './serve-editor.module.css'
import { SplitFields } from './split-fields.tsx'

const unitsPerPercent = limits.weightUnits / 100

/** What a rule gives: one variant, to everyone or to a share; or a split among several. */
export function ServeEditor(props: {
  label: string
  serve: Serve
  /** What is served now, before the draft: weights change from there. */
  published: Serve
  /** Who moves to another variant when this is published, in words; nothing where nobody does. */
  moves: string | null
  variants: readonly string[]
  attributes: readonly string[]
  onChange: (serve: Serve) => void
}): ReactNode {
  const { label, serve, published, moves, variants, attributes, onChange } = props
  if (!('variant' in serve) && !('split' in serve))
    return (
      <span className={classes['fixed']}>
        <Sentence words={serveWords(serve)} />
      </span>
    )
  const weights = 'split' in serve ? weightsOf(serve.split) : new Map([[serve.variant, limits.weightUnits]])
  const [variant = variants[0] ?? '', weight = 0] = [...weights][0] ?? []
  const several = weights.size > 1
  return (
    <div className={classes['serve']}>
      <span className={classes['joint']}>serve</span>
      {several && 'split' in serve ? (
        <SplitFields label={label} split={serve.split} published={published} variants={variants} onChange={onChange} />
      ) : (
        <>
          <Select
            aria-label={`${label}, variant`}
            className={classes['variant']}
            data={[...variants]}
            value={variant}
            onChange={(chosen) => onChange(servingOne(published, serve, chosen ?? variant, weight))}
            allowDeselect={false}
          />
          <span className={classes['word']}>to</span>
          <NumberInput
            aria-label={`${label}, percentage`}
            className={classes['percent']}
            value={weight / unitsPerPercent}
            min={0}
            max={100}
            decimalScale={3}
            clampBehavior="strict"
            hideControls
            suffix="%"
            onChange={(typed) => {
              if (typeof typed === 'number')
                onChange(servingOne(published, serve, variant, Math.round(typed * unitsPerPercent)))
            }}
          />
          {variants.length > 1 ? (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onChange(dividedAmong(published, serve, variants))}
            >
              Split
            </Button>
          ) : null}
        </>
      )}
      {'split' in serve ? (
        <span className={classes['by']}>
          <span className={classes['word']}>by</span>
          <Select
            aria-label={`${label}, bucketed by`}
            className={classes['variant']}
            data={[
              ...new Set(['targetingKey', ...(serve.split.point?.by ? [serve.split.point.by] : []), ...attributes]),
            ]}
            value={serve.split.point?.by ?? 'targetingKey'}
            onChange={(by) => onChange(withBucketing(serve.split, by ?? 'targetingKey'))}
            allowDeselect={false}
            searchable
          />
        </span>
      ) : null}
      {moves === null ? null : (
        <span className={classes['moves']} role="status">
          {moves}
        </span>
      )}
    </div>
  )
}
