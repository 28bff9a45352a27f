import type { ReactNode } from 'react'
import type { FlagEffect } from '../../../../shared/engine/effect.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { type Slot, slotColour, slotOf } from '../variants/variant-slots.ts'
import { type FlowNode, flowLayout, ribbonPath } from './flow-layout.ts'
import classes from './flow-picture.module.css'
import { shareText, variantName } from './share-text.ts'

const width = 100
const gap = 14
/** Half of a label's two lines: it stays between the heads and the end of the picture. */
const halfLabel = 18
/** Below such a share a ribbon carries no words; all of them are in the table. */
const worded = 0.05

/** Who stays and who moves, before at the left and after at the right: only those who move have a colour. */
export function FlowPicture(props: {
  effect: FlagEffect
  slots: ReadonlyMap<string, Slot>
  contexts: number
  /** What the picture shows, in words. */
  finding: string
}): ReactNode {
  const { effect, slots, contexts, finding } = props
  const rows = Math.max(effect.before.length, effect.after.length)
  const height = Math.max(120, Math.min(320, rows * 56))
  const flow = flowLayout(effect, [...slots.keys(), null], height, gap)
  return (
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
              key={`${ribbon.from} ${ribbon.to}`}
              d={ribbonPath(ribbon, width)}
              data-stays={ribbon.from === ribbon.to || undefined}
              style={{ '--slot': slotColour(slotOf(slots, ribbon.to)) }}
            />
          ))}
        </svg>
        <Edge nodes={flow.after} slots={slots} />
        {flow.ribbons
          .filter(({ count }) => count / contexts >= worded)
          .map(({ from, to, count, fromY, toY, height: size }) => (
            <span key={`${from} ${to}`} className={classes['words']} style={{ top: (fromY + toY + size) / 2 }}>
              {count.toLocaleString(readerLocale)} {from === to ? 'keep' : 'move to'} {variantName(to)}
            </span>
          ))}
      </div>
      <Side nodes={flow.after} side="right" height={height} contexts={contexts} />
    </div>
  )
}

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
}): ReactNode {
  const { nodes, side, height, contexts } = props
  return (
    <div className={classes['side']} data-side={side} style={{ height }}>
      {nodes.map(({ variant, count, y, height: size }) => (
        <span key={variant} style={{ top: Math.min(height - halfLabel, Math.max(halfLabel, y + size / 2)) }}>
          <strong>{variantName(variant)}</strong>
          <span>{shareText(count, contexts)}</span>
        </span>
      ))}
    </div>
  )
}
