import { NativeSelect, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAffiliate } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { GraphNodeId, GraphView } from '../../../../shared/features/publishing/schemas/graph.ts'
import { placeOf } from '../../../../shared/impact/graph.ts'
import { limits } from '../../../../shared/limits.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { StatePanel } from '../../components/state-panel.tsx'
import { trpc } from '../../trpc.ts'
import { Loaded } from '../loading/loaded.tsx'
import classes from './dependency-views.module.css'
import { GraphPicture } from './graph-picture.tsx'
import { GraphTree, TreeLine } from './graph-tree.tsx'
import { dependencyWords } from './graph-words.ts'
import { treeOf } from './tree.ts'

/** Narrower screens show only the list, which has the same content as the picture. */
const wide = '(min-width: 768px)'

type Place = { project: string; environment: string }

/** Dependencies and dependents of one flag, segment, attribute or promise, as a picture and as a tree. */
export function NodeDependencies(
  props: Place & { focus: GraphNodeId; depth: number; onFocusOn: (thing: GraphNodeId) => void },
): ReactNode {
  const { project, environment, focus, depth, onFocusOn } = props
  const query = trpc.graph.around.useQuery({ project, environment, focus, depth }, { enabled: environment !== '' })
  const pictured = useMediaQuery(wide, true, { getInitialValueInEffect: false })
  const middle = placeOf(focus)
  return (
    <Loaded
      query={query}
      what="dependencies"
      loading={<Skeleton h={320} />}
      isEmpty={({ edges }) => edges.length === 0}
      empty={
        <StatePanel icon={IconAffiliate} title={`${focus.key} stands alone here`}>
          It requires nothing, reads nothing, and nothing here uses it.
        </StatePanel>
      }
    >
      {(view) => (
        <>
          <LeftOut more={view.more} />
          <div className={classes['parts']}>
            {pictured ? (
              <FramedSection title={`Around ${focus.key}`}>
                <GraphPicture
                  project={project}
                  environment={environment}
                  view={view}
                  middle={middle}
                  label={`Picture of what stands around ${focus.key}`}
                  onFocusOn={onFocusOn}
                />
              </FramedSection>
            ) : null}
            <section className={classes['side']} aria-label={`What stands around ${focus.key}`}>
              <Middle project={project} environment={environment} view={view} middle={middle} />
              <GraphTree project={project} environment={environment} branches={treeOf(view, middle)} />
            </section>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Middle({ project, environment, view, middle }: Place & { view: GraphView; middle: string }): ReactNode {
  const node = view.nodes.find((one) => placeOf(one) === middle)
  return node === undefined ? null : (
    <h2 className={classes['middle']}>
      <TreeLine project={project} environment={environment} words="" node={node} />
    </h2>
  )
}

export function AllDependencies(props: Place & { onFocusOn: (thing: GraphNodeId) => void }): ReactNode {
  const { project, environment, onFocusOn } = props
  const query = trpc.graph.whole.useQuery({ project, environment }, { enabled: environment !== '' })
  const pictured = useMediaQuery(wide, true, { getInitialValueInEffect: false })
  return (
    <Loaded
      query={query}
      what="dependencies"
      loading={<Skeleton h={320} />}
      isEmpty={({ edges }) => edges.length === 0}
      empty={
        <StatePanel icon={IconAffiliate} title="No dependencies here">
          No flag of this environment requires another or uses a segment.
        </StatePanel>
      }
    >
      {(view) => (
        <>
          <LeftOut more={view.more} />
          <div className={classes['parts']}>
            {pictured ? (
              <FramedSection title="Whole project">
                <GraphPicture
                  project={project}
                  environment={environment}
                  view={view}
                  label="Picture of flags and segments that depend on one another"
                  onFocusOn={onFocusOn}
                />
              </FramedSection>
            ) : null}
            <section className={classes['side']} aria-label="Flags and segments that depend on one another">
              <ul className={classes['all']}>
                {view.nodes.map((node) => (
                  <li key={placeOf(node)}>
                    <TreeLine project={project} environment={environment} words="" node={node} />
                    <DirectDependencies view={view} place={placeOf(node)} />
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </>
      )}
    </Loaded>
  )
}

function DirectDependencies({ view, place }: { view: GraphView; place: string }): ReactNode {
  const asked = view.edges.filter(({ from }) => placeOf(from) === place)
  if (asked.length === 0) return null
  return (
    <p className={classes['asked']}>{asked.map(({ kind, to }) => `${dependencyWords[kind]} ${to.key}`).join(' · ')}</p>
  )
}

function FramedSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={classes['framed']}>
      <header>
        <h2>{title}</h2>
        <ul className={classes['legend']} aria-label="Lines">
          {(['requires', 'asks', 'segment', 'reads', 'about'] as const).map((kind) => (
            <li key={kind}>
              <svg width="20" height="2" aria-hidden>
                <path d="M0 1H20" data-kind={kind} />
              </svg>
              {dependencyWords[kind]}
            </li>
          ))}
        </ul>
      </header>
      {children}
      <p className={classes['keys']}>Arrow keys move along the lines, Enter opens, F puts a box in the middle.</p>
    </section>
  )
}

function LeftOut({ more }: { more: number }): ReactNode {
  if (more === 0) return null
  return (
    <p className={classes['more']} role="status">
      Showing {limits.graphNodes}. {counted(more, 'more is', 'more are')} left out.
    </p>
  )
}

export function DepthSelect({ value, onChange }: { value: number; onChange: (depth: number) => void }): ReactNode {
  return (
    <NativeSelect
      aria-label="How far"
      size="xs"
      data={Array.from({ length: limits.graphDepth }, (_, at) => ({
        value: String(at + 1),
        label: at === 0 ? '1 step away' : `${at + 1} steps away`,
      }))}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}
