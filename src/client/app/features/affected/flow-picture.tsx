import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { FlagMovement } from '../../../../shared/impact/movement.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { labelTops } from '../../components/charts/label-tops.ts'
import { ShareBar } from '../variants/share-bar.tsx'
import { type Slot, slotColour, slotOf } from '../variants/variant-slots.ts'
import { type FlowNode, type FlowRibbon, flowLayout, ribbonPath } from './flow-layout.ts'
import classes from './flow-picture.module.css'
import { groupSmallVariants, othersOf } from './group-small-variants.ts'
import { shareText, variantName } from './share-text.ts'

const width = 100
const gap = 14
const labelHeight = 36
/** Ribbons below this share have no label. The table contains all of them. */
const worded = 0.05

/** Flow of contexts between variants, before on the left, after on the right. Only those that move are colored. */
export function FlowPicture(props: {
  effect: FlagMovement
  slots: ReadonlyMap<string, Slot>
  contexts: number
  /** The picture’s content as text, for its accessible name. */
  finding: string
}): ReactNode {
  const { slots, contexts, finding } = props
  const effect = groupSmallVariants(props.effect)
  const rows = Math.max(effect.before.length, effect.after.length)
  const height = Math.max(120, Math.min(320, rows * 56))
  const flow = flowLayout(effect, [...slots.keys(), null], height, gap)
  const [pick, setPick] = useState<string | null>(null)
  const picked = flow.ribbons.find((ribbon) => nameOfBand(ribbon) === pick)
  // Draw the ribbons of those that move on top.
  const bands = flow.ribbons.toSorted((a, b) => Number(a.from === a.to) - Number(b.from === b.to))
  return (
    <>
      <Bars effect={effect} slots={slots} contexts={contexts} />
      <div className={classes['picture']} role="group" aria-label={finding}>
        <span className={classes['head']}>Now</span>
        <span />
        <span className={classes['head']}>After</span>
        <Side nodes={flow.before} side="left" height={height} contexts={contexts} />
        <div className={classes['middle']} style={{ height }}>
          <Edge nodes={flow.before} slots={slots} />
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" height={height} aria-hidden>
            {flow.ribbons.map((ribbon) => (
              <path
                key={nameOfBand(ribbon)}
                d={ribbonPath(ribbon, width)}
                data-stays={ribbon.from === ribbon.to || undefined}
                data-may={ribbon.may || undefined}
                data-picked={ribbon === picked || undefined}
                data-pale={(picked !== undefined && ribbon !== picked) || undefined}
                onMouseEnter={() => setPick(nameOfBand(ribbon))}
                onMouseLeave={() => setPick(null)}
                style={{ '--slot': slotColour(slotOf(slots, ribbon.to)) }}
              />
            ))}
          </svg>
          <Edge nodes={flow.after} slots={slots} />
          {bands.map((ribbon, at) => (
            <button
              key={nameOfBand(ribbon)}
              type="button"
              className={classes['band']}
              aria-label={bandText(ribbon, contexts)}
              // A single tab stop; the arrow keys move between ribbons.
              tabIndex={ribbon === picked || (picked === undefined && at === 0) ? 0 : -1}
              style={{ top: (ribbon.fromY + ribbon.toY) / 2, height: Math.max(ribbon.height, 4) }}
              onFocus={() => setPick(nameOfBand(ribbon))}
              onBlur={() => setPick(null)}
              onKeyDown={onward}
            />
          ))}
          {flow.ribbons
            .filter(({ count }) => count / contexts >= worded)
            .map((ribbon) => (
              <span
                key={nameOfBand(ribbon)}
                className={classes['words']}
                style={{ top: (ribbon.fromY + ribbon.toY + ribbon.height) / 2 }}
              >
                {shortText(ribbon)}
              </span>
            ))}
        </div>
        <Side nodes={flow.after} side="right" height={height} contexts={contexts} was={flow.before} />
        <p className={classes['caption']} aria-live="polite">
          {picked === undefined ? null : bandText(picked, contexts)}
        </p>
      </div>
    </>
  )
}

/** The same for narrow screens: one bar before and one after. */
function Bars(props: {
  effect: Pick<FlagMovement, 'before' | 'after'>
  slots: ReadonlyMap<string, Slot>
  contexts: number
}): ReactNode {
  const { effect, slots, contexts } = props
  return (
    <dl className={classes['bars']}>
      {(
        [
          ['Now', effect.before],
          ['After', effect.after],
        ] as const
      ).map(([head, shares]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>
            <ShareBar
              size={16}
              shares={shares.map(({ variant, count }) => ({
                key: `${variant}`,
                slot: slotOf(slots, variant),
                size: count,
              }))}
            />
            {shares.map(({ variant, count }) => `${nameOf(variant)} ${shareText(count, contexts)}`).join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const nameOfBand = ({ from, to, may }: FlowRibbon) => JSON.stringify([from, to, may])

const shortText = (ribbon: FlowRibbon): string => {
  const count = ribbon.count.toLocaleString(readerLocale)
  const to = nameOf(ribbon.to)
  if (ribbon.from === ribbon.to) return `${count} keep ${to}`
  return ribbon.may ? `${count} may move to ${to}` : `${count} move to ${to}`
}

/** Full description of a ribbon: `704 · 7% move from off to on`. */
const bandText = ({ from, to, may, count }: FlowRibbon, contexts: number): string =>
  from === to
    ? `${shareText(count, contexts)} keep ${nameOf(to)}`
    : may
      ? `${shareText(count, contexts)} may move from ${nameOf(from)} to ${nameOf(to)}`
      : `${shareText(count, contexts)} move from ${nameOf(from)} to ${nameOf(to)}`

/** Moves between ribbons with the arrow keys. */
const onward = (event: KeyboardEvent<HTMLButtonElement>): void => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
  all[(all.indexOf(event.currentTarget) + step + all.length) % all.length]?.focus()
}

const nameOf = (variant: string | null) => (variant === othersOf ? 'others' : variantName(variant))

function Edge({ nodes, slots }: { nodes: readonly FlowNode[]; slots: ReadonlyMap<string, Slot> }): ReactNode {
  return (
    <span className={classes['edge']}>
      {nodes.map(({ variant, y, height }) => (
        <i key={variant} style={{ top: y, height, '--slot': slotColour(slotOf(slots, variant)) }} />
      ))}
    </span>
  )
}

function Side(props: {
  nodes: readonly FlowNode[]
  side: 'left' | 'right'
  height: number
  contexts: number
  /** The nodes before. Marks variants that lost contexts. */
  was?: readonly FlowNode[]
}): ReactNode {
  const { nodes, side, height, contexts, was } = props
  const loses = ({ variant, count }: FlowNode) => (was?.find((one) => one.variant === variant)?.count ?? 0) > count
  const tops = labelTops(nodes, height, labelHeight)
  return (
    <div className={classes['side']} data-side={side} style={{ height }}>
      {nodes.map((node, i) => (
        <span key={node.variant} style={{ top: tops[i] }}>
          <strong>{nameOf(node.variant)}</strong>
          <span>
            {loses(node) ? <span title="fewer than now">▾ </span> : null}
            {shareText(node.count, contexts)}
          </span>
        </span>
      ))}
    </div>
  )
}
