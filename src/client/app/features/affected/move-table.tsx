import type { ReactNode } from 'react'
import type { FlagMovement } from '../../../../shared/impact/movement.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { VariantMark } from '../variants/variant-mark.tsx'
import { type Slot, slotOf } from '../variants/variant-slots.ts'
import classes from './affected-flags-list.module.css'
import { percentOf, variantName } from './share-text.ts'

/** The numbers of the flow picture as a table: contexts per variant before and after, and moves. */
export function MoveTable(props: {
  effect: FlagMovement
  slots: ReadonlyMap<string, Slot>
  contexts: number
}): ReactNode {
  const { effect, slots, contexts } = props
  const variants = [
    ...new Set([
      ...slots.keys(),
      ...effect.before.map((one) => one.variant),
      ...effect.after.map((one) => one.variant),
    ]),
  ]
  const moves = [
    ...effect.moves.map((move) => ({ ...move, may: false })),
    ...effect.mayMove.map((move) => ({ ...move, may: true })),
  ]
  const count = (shares: FlagMovement['before'], variant: string | null) =>
    shares.find((one) => one.variant === variant)?.count ?? 0
  const mark = (variant: string | null) => <VariantMark slot={slotOf(slots, variant)} name={variantName(variant)} />
  return (
    <div className={classes['tables']}>
      <table className={classes['table']}>
        <caption className="visually-hidden">Recent contexts by variant</caption>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Now</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <tr key={variant}>
              <th scope="row">{mark(variant)}</th>
              {[effect.before, effect.after].map((shares, i) => (
                <td key={i === 0 ? 'now' : 'after'}>
                  {count(shares, variant).toLocaleString(readerLocale)} ({percentOf(count(shares, variant), contexts)})
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {moves.length === 0 ? null : (
        <table className={classes['table']}>
          <caption className="visually-hidden">Who moves</caption>
          <thead>
            <tr>
              <th scope="col">Moves from</th>
              <th scope="col">To</th>
              <th scope="col">Contexts</th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ from, to, may, count: moved }) => (
              <tr key={`${from} ${to} ${may}`}>
                <th scope="row">{mark(from)}</th>
                <td>{mark(to)}</td>
                <td>
                  {may ? 'up to ' : ''}
                  {moved.toLocaleString(readerLocale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
