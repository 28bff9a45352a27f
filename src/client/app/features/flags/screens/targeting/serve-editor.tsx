import { Button, Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { memo, type ReactNode, useState } from 'react'
import type { AudienceCount } from '../../../../../../shared/engine/matches.ts'
import { limits } from '../../../../../../shared/limits.ts'
import type { Serve } from '../../../../../../shared/schemas/split.ts'
import { serveText, weightsOf } from '../../../../../../shared/text/rules/serve.ts'
import { trpc } from '../../../../trpc.ts'
import { Sentence } from '../../../targeting/sentence.tsx'
import { servedWeights } from '../../../variants/served.ts'
import { VariantMark } from '../../../variants/variant-mark.tsx'
import { type Slot, slotColour, slotOf } from '../../../variants/variant-slots.ts'
import { audienceText } from './audience-text.ts'
import { dividedAmong, inDialect, servingOne, withBucketing } from './edit-serve.ts'
import classes from './serve-editor.module.css'
import { ShareControl } from './share-control.tsx'
import { SplitFields } from './split-fields.tsx'

const route = getRouteApi('/in/p/$project')

/** Edits what a rule serves: one variant, to all users or a share, or a split. */
export const ServeEditor = memo(function ServeEditor(props: {
  label: string
  serve: Serve
  /** The published serve, from which weights are changed. */
  published: Serve
  /** Who would move to another variant, as text. Null if no one. */
  moves: string | null
  /** Recent contexts that match the rule. Null while unknown. */
  audience: AudienceCount | null
  slots: ReadonlyMap<string, Slot>
  variants: readonly string[]
  attributes: readonly string[]
  onChange: (serve: Serve) => void
}): ReactNode {
  const { label, serve, published, moves, audience, slots, variants, attributes } = props
  const { project } = route.useParams()
  const dialect = trpc.projects.get.useQuery({ project }).data?.dialect ?? 'native'
  const onChange = (next: Serve) => props.onChange(inDialect(dialect, published, serve, next))
  // Keeps showing a split while its numbers are typed, even if one is temporarily 0 or 100.
  const [wasSplit, setWasSplit] = useState(false)
  if (!('variant' in serve) && !('split' in serve))
    return (
      <span className={classes['fixed']}>
        <Sentence words={serveText(serve)} />
      </span>
    )
  const weights = 'split' in serve ? weightsOf(serve.split) : new Map([[serve.variant, limits.weightUnits]])
  const [variant = variants[0] ?? '', weight = 0] = [...weights][0] ?? []
  const several = 'split' in serve && (weights.size > 1 || wasSplit)
  if (several !== wasSplit) setWasSplit(several)
  const said = audience === null ? null : audienceText(audience, several ? limits.weightUnits : weight)
  return (
    <div className={classes['serve']}>
      <span className={classes['joint']}>serve</span>
      {several ? (
        <SplitFields
          label={label}
          split={serve.split}
          published={published}
          slots={slots}
          variants={variants}
          onChange={onChange}
        />
      ) : (
        <>
          <Select
            aria-label={`${label}, variant`}
            className={classes['variant']}
            data={[...variants]}
            value={variant}
            leftSection={
              <i className={classes['square']} style={{ '--slot': slotColour(slotOf(slots, variant)) }} aria-hidden />
            }
            leftSectionWidth={26}
            renderOption={({ option }) => <VariantMark slot={slotOf(slots, option.value)} name={option.label} />}
            onChange={(chosen) => onChange(servingOne(published, serve, chosen ?? variant, weight))}
            allowDeselect={false}
          />
          <span className={classes['word']}>to</span>
          <ShareControl
            label={label}
            slot={slotOf(slots, variant)}
            weight={weight}
            was={servedWeights(published)?.get(variant) ?? null}
            onChange={(next) => onChange(servingOne(published, serve, variant, next))}
          />
          {variants.length > 1 ? (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes['splitButton']}
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
      {said === null ? null : <p className={classes['audience']}>{said}</p>}
      {moves === null ? null : (
        <p className={classes['moves']} role="status">
          {moves}
        </p>
      )}
    </div>
  )
})
