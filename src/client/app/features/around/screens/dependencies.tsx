import { SegmentedControl, Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { GraphNodeId } from '../../../../../shared/features/publishing/schemas/graph.ts'
import { PageHead } from '../../../components/page-head.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { readFirst } from '../../environments/read-first.ts'
import { AllDependencies, DepthSelect, NodeDependencies } from '../dependency-views.tsx'
import { parseGraphNodeId } from '../parse-graph-node-id.ts'
import classes from './dependencies.module.css'

const route = getRouteApi('/in/p/$project/around')

/** Dependencies between flags, segments and attributes of an environment, for one of them or all. */
export function DependenciesScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const chosen = readFirst(environments, search.env)
  const focus = parseGraphNodeId(search.focus)
  // Remembers the last focus, so that “near” can return to it.
  const [last, setLast] = useState(focus)
  const depth = search.depth ?? 2
  const focusOn = (thing: GraphNodeId | undefined) => {
    if (thing !== undefined) setLast(thing)
    void navigate({ search: (old) => ({ ...old, focus: thing && `${thing.kind}:${thing.key}` }) })
  }
  const place = { project, environment: chosen?.key ?? '', onFocusOn: focusOn }
  return (
    <>
      <PageHead>
        <ThingSelect project={project} focus={focus} onChange={focusOn} />
        <SegmentedControl
          aria-label="How much"
          size="xs"
          data={[
            { value: 'near', label: 'Near', disabled: (focus ?? last) === undefined },
            { value: 'whole', label: 'Whole project' },
          ]}
          value={focus === undefined ? 'whole' : 'near'}
          onChange={(value) => focusOn(value === 'near' ? last : undefined)}
        />
        {focus === undefined ? null : (
          <DepthSelect
            value={depth}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, depth: next }), replace: true })}
          />
        )}
      </PageHead>
      <div className={classes['page']}>
        <EnvironmentTabs environments={environments} chosen={chosen?.key} />
        {focus === undefined ? (
          <AllDependencies {...place} />
        ) : (
          <NodeDependencies {...place} focus={focus} depth={depth} />
        )}
      </div>
    </>
  )
}

function ThingSelect(props: {
  project: string
  focus: GraphNodeId | undefined
  onChange: (thing: GraphNodeId | undefined) => void
}): ReactNode {
  const { project, focus, onChange } = props
  const flags = trpc.flags.keys.useQuery({ project }).data ?? []
  const segments = trpc.segments.list.useQuery({ project }).data ?? []
  const attributes = trpc.attributes.list.useQuery({ project }).data ?? []
  const named = (kind: GraphNodeId['kind'], keys: readonly string[]) =>
    keys.map((key) => ({ value: `${kind}:${key}`, label: key }))
  const groups = [
    {
      group: 'Flags',
      items: named(
        'flag',
        flags.map(({ key }) => key),
      ),
    },
    {
      group: 'Segments',
      items: named(
        'segment',
        segments.map(({ key }) => key),
      ),
    },
    {
      group: 'Attributes',
      items: named(
        'attribute',
        attributes.map(({ name }) => name),
      ),
    },
  ]
  const value = focus === undefined ? null : `${focus.kind}:${focus.key}`
  const known = groups.some(({ items }) => items.some((item) => item.value === value))
  const data =
    focus === undefined || known ? groups : [...groups, { group: 'Here', items: named(focus.kind, [focus.key]) }]
  return (
    <Select
      aria-label="What to look around"
      placeholder="Flag, segment or attribute"
      searchable
      clearable
      limit={50}
      nothingFoundMessage="Nothing by this name"
      data={data}
      value={value}
      onChange={(next) => onChange(parseGraphNodeId(next ?? undefined))}
    />
  )
}
