import { IconArrowNarrowDown } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './flag-table.module.css'
import type { Sort } from './list-search.ts'

const route = getRouteApi('/in/p/$project/flags')

/** Overrides the order of an open view. */
const unordered = (view: string | undefined) => (view === undefined ? undefined : 'key')

/** Header of a sortable column. A second click removes the order. */
export function SortHead(props: {
  by: Sort
  sort: Sort | undefined
  className: string | undefined
  children: ReactNode
}): ReactNode {
  const { by, sort, className, children } = props
  const navigate = route.useNavigate()
  const chosen = sort === by
  const order = by === 'name' ? 'ascending' : 'descending'
  return (
    <th scope="col" className={className} aria-sort={chosen ? order : 'none'}>
      <button
        type="button"
        className={classes['sort']}
        onClick={() => void navigate({ search: (old) => ({ ...old, sort: chosen ? unordered(old.view) : by }) })}
      >
        {children}
        {chosen ? <IconArrowNarrowDown size={14} aria-hidden /> : null}
      </button>
    </th>
  )
}
