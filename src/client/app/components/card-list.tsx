import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card-list.module.css'

/** Where the next rows come from. Every query of pages fits. */
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** Rows in a card of their own, which are `li`: the sentence above them, and the way to more of them. */
export function CardList(props: { lead: ReactNode; label: string; pages: Pages; children: ReactNode }): ReactNode {
  const { lead, label, pages, children } = props
  return (
    <>
      <p className={classes['lead']}>{lead}</p>
      <ul className={classes['list']} aria-label={label}>
        {children}
      </ul>
      {pages.hasNextPage ? (
        <Button
          variant="subtle"
          className={classes['more']}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}
