import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { Loaded, type QueryState } from '../../loading/loaded.tsx'
import classes from './history.module.css'

/** The environments of a project, and the selected one: the one in the URL, or the first. */
export const useEnvironments = (project: string, named: string | undefined) => {
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  return { environments, chosen: environments.find(({ key }) => key === named) ?? environments[0] }
}

/** Layout of a history page: environment tabs, and placeholders for loading and empty states. */
export function HistoryFrame<Page>(props: {
  /** Hides the environment tabs, because they are elsewhere on the page. */
  bare?: boolean
  environments: readonly Environment[]
  chosen: Environment | undefined
  query: QueryState<Page>
  isEmpty: (page: Page) => boolean
  /** Texts of the empty state: what is missing, and when it will appear. */
  empty: { title: string; when: string }
  children: (page: Page, chosen: Environment) => ReactNode
}): ReactNode {
  const { bare = false, environments, chosen, query, isEmpty, empty, children } = props
  return (
    <>
      {bare ? null : (
        <div className={classes['where']}>
          <EnvironmentTabs environments={environments} chosen={chosen?.key} />
        </div>
      )}
      <Loaded
        query={query}
        what="the history"
        loading={<Skeleton h={320} m={24} w="auto" />}
        isEmpty={isEmpty}
        empty={
          <StatePanel icon={IconHistory} title={empty.title}>
            {empty.when}
          </StatePanel>
        }
      >
        {(page) => (chosen === undefined ? null : children(page, chosen))}
      </Loaded>
    </>
  )
}
