import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { Kbd } from '../../../../components/kbd.tsx'
import { PageHead } from '../../../../components/page-head.tsx'
import { useShortcut } from '../../../../components/shortcuts.ts'
import { NewFlagButton } from '../create/new-flag-button.tsx'
import { FilterField } from './filter-field.tsx'
import classes from './list-screen.module.css'
import type { Sort } from './list-search.ts'
import { ViewTabs } from './view-tabs.tsx'

const route = getRouteApi('/in/p/$project/flags')

/** Header of the list: count, views, filter, comparison and new flag. */
export function ListHead(props: {
  project: string
  q: string
  archived: boolean
  view: string | undefined
  sort: Sort | undefined
  count: number | null
  onType: (text: string) => void
}): ReactNode {
  const { project, q, archived, view, sort, count, onType } = props
  const navigate = route.useNavigate()
  const filterField = useRef<HTMLInputElement>(null)
  const openNew = () => void navigate({ search: (old) => ({ ...old, new: true }), resetScroll: false })
  useShortcut('/', 'Filter flags', () => filterField.current?.select())
  useShortcut('c', 'New flag', openNew)
  return (
    <PageHead
      actions={
        <>
          <FilterField project={project} value={q} field={filterField} onType={onType} />
          {archived ? null : (
            <Button component={Link} to={`/p/${project}/compare`} variant="default" rightSection={<Kbd>=</Kbd>}>
              Compare
            </Button>
          )}
          <NewFlagButton project={project} />
        </>
      }
    >
      <span className={classes['count']} role="status">
        {count === null ? q.trim() && 'Searching…' : counted(count, 'flag')}
      </span>
      <ViewTabs project={project} archived={archived} view={view} query={q} sort={sort} />
    </PageHead>
  )
}
