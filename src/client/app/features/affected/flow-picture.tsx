import type { ReactNode } from 'react'
import type { FlagMovement } from '../../../../shared/analysis/movement.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { ShareBar } from '../variants/share-bar.tsx'
import { type Slot, slotColour, slotOf } from '../variants/variant-slots.ts'
import { type FlowNode, flowLayout, ribbonPath } from './flow-layout.ts'
import classes from './flow-picture.module.css'
import { labelTops } from './label-tops.ts'
import { shareText, variantName } from './share-text.ts'
import { othersOf, withOthers } from './with-others.ts'

const width = 100
const gap = 14
/** The two lines of a label. */
const labelHeight = 36
/** Below such a share a ribbon carries no words; all of them are in the table. */
const worded = 0.05

/** Who stays and who moves, before at the left and after at the right: only those who move have a colour. */
export function FlowPicture(props: {
  effect: FlagMovement
  slots: ReadonlyMap<string, Slot>
  contexts: number
  /** What the picture shows, in words. */
  finding: string
}): ReactNode {
  const { slots, contexts, finding } = props
  const effect = withOthers(props.effect)
  const rows = Math.max(effect.before.length, effect.after.length)
  const height = Math.max(120, Math.min(320, rows * 56))
  const flow = flowLayout(effect, [...slots.keys(), null], height, gap)
  return (
    <>
      <Bars effect={effect} slots={slots} contexts={contexts} />
      <div className={classes['picture']} role="img" aria-label={finding}>
        <span className={classes['head']}>Now</span>
        <span />
        <span className={classes['head']}>After</span>
        <Side nodes={flow.before} side="left" height={height} contexts={contexts} />
        <div className={classes['middle']} style={{ height }}>
          <Edge nodes={flow.before} slots={slots} />
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" height={height} aria-hidden>
            {flow.ribbons.map((ribbon) => (
              <path
                key={`${ribbon.from} ${ribbon.to} ${ribbon.may}`}
                d={ribbonPath(ribbon, width)}
                data-stays={ribbon.from === ribbon.to || undefined}
                data-may={ribbon.may || undefined}
                style={{ '--slot': slotColour(slotOf(slots, ribbon.to)) }}
              />
            ))}
          </svg>
          <Edge nodes={flow.after} slots={slots} />
          {flow.ribbons
            .filter(({ count }) => count / contexts >= worded)
            .map(({ from, to, may, count, fromY, toY, height: size }) => (
              <span key={`${from} ${to} ${may}`} className={classes['words']} style={{ top: (fromY + toY + size) / 2 }}>
                {count.toLocaleString(readerLocale)} {from === to ? 'keep' : may ? 'may move to' : 'move to'}{' '}
                {nameOf(to)}
              </span>
            ))}
        </div>
        <Side nodes={flow.after} side="right" height={height} contexts={contexts} was={flow.before} />
      </div>
    </>
  )
}

/** The same where there is no room for bands: a bar before and one after. */
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
  /** What there was before; of what has fewer since, it is marked. */
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
