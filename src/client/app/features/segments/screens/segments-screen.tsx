import { Button, Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { allows } from '../../../../../shared/permissions.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { PageHead } from '../../../components/page-head.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import classes from './segments.module.css'

const NewSegmentDialog = lazyPart(async () => (await import('./new-segment-dialog.tsx')).NewSegmentDialog)

const route = getRouteApi('/in/p/$project/segments')

export function SegmentsScreen(): ReactNode {
  const { project } = route.useParams()
  const { new: creating } = route.useSearch()
  const navigate = route.useNavigate()
  const segments = trpc.segments.list.useQuery({ project })
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const openNew = () => void navigate({ search: { new: true } })
  useShortcut('c', 'New segment', openNew, role === undefined ? null : allows(role, 'segment.edit'))
  const newSegment = (
    <Button
      onClick={openNew}
      rightSection={<Kbd>C</Kbd>}
      disabled={role !== undefined && !allows(role, 'segment.edit')}
    >
      New segment
    </Button>
  )
  return (
    <>
      <PageHead actions={newSegment}>
        <span className={classes['quiet']}>{segments.data ? counted(segments.data.length, 'segment') : ''}</span>
      </PageHead>
      <Loaded
        query={segments}
        what="the segments"
        loading={<Skeleton h={48} m={24} w="auto" />}
        isEmpty={(list) => list.length === 0}
        empty={
          <StatePanel icon={IconUsersGroup} title="No segments yet" actions={newSegment}>
            A segment is a reusable audience: staff, beta testers, customers in the north.{' '}
            <DocsLink page="segments">How segments work</DocsLink>
          </StatePanel>
        }
      >
        {(list) => (
          <ul className={classes['list']}>
            {list.map((segment) => (
              <li key={segment.key}>
                <Link
                  to="/p/$project/segments/$segment"
                  params={{ project, segment: segment.key }}
                  className={classes['row']}
                >
                  <span>
                    <span className={classes['name']}>{segment.name}</span>
                    <span className={classes['key']}>{segment.key}</span>
                  </span>
                  <span className={classes['description']}>{segment.description}</span>
                  <span className={classes['quiet']}>
                    created <TimeText instant={segment.createdAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Suspense>{creating ? <NewSegmentDialog /> : null}</Suspense>
    </>
  )
}
