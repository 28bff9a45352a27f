import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ShareBar } from '../variants/share-bar.tsx'
import { VariantMark } from '../variants/variant-mark.tsx'
import { type Slot, slotOf } from '../variants/variant-slots.ts'
import classes from './affected-flags-list.module.css'
import type { MovedUsers } from './moved-users.ts'
import { percentOf, variantName } from './share-text.ts'

/** Shows examples of users who move, each with the reason, and the attributes they share. */
export function MovedUserDetails({
  movers,
  slots,
}: {
  movers: MovedUsers
  slots: ReadonlyMap<string, Slot>
}): ReactNode {
  const { moved, examples, traits } = movers
  if (moved === 0) return null
  const mark = (variant: string | null) => <VariantMark slot={slotOf(slots, variant)} name={variantName(variant)} />
  return (
    <>
      <table className={`${classes['table']} ${classes['movers']}`}>
        <caption className="visually-hidden">Examples of those who move</caption>
        <thead>
          <tr>
            <th scope="col">Example</th>
            <th scope="col">Context</th>
            <th scope="col">Gets</th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ key, facts, from, to, because }, i) => (
            // Two contexts may be equal
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={i}>
              <th scope="row">{key === '' ? 'no key' : <code>{key}</code>}</th>
              <td>{facts.join(' · ')}</td>
              <td>
                {mark(from)} <IconArrowRight size={13} aria-label="becomes" className={classes['arrow']} /> {mark(to)}
              </td>
              <td>{because}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {traits.length === 0 ? null : (
        <div className={classes['traits']}>
          {traits.map(({ name, values }) => (
            <div role="group" key={name} aria-label={`Of those who move, ${name}`}>
              <p className={classes['traitName']}>Of those who move, {name}</p>
              <ul>
                {values.map(({ value, count }) => (
                  <li key={value}>
                    <span>{value}</span>
                    <ShareBar
                      shares={[
                        { key: value, slot: 'on', size: count },
                        { key: '', slot: null, size: moved - count },
                      ]}
                    />
                    <span>{percentOf(count, moved)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
