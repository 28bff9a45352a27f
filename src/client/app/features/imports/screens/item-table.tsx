import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ImportSource, ListedImportItem } from '../../../../../shared/features/imports/schemas/import.ts'
import tabs from '../../../components/link-tabs.module.css'
import { Mark } from '../../../components/mark.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useTranslatedMessages } from '../../loading/use-translated-messages.ts'
import { AnotherKey } from './another-key.tsx'
import type { ItemFilter } from './import-search.ts'
import classes from './imports.module.css'
import { type Choice, canChoose, isChosen, toggled } from './selection.ts'
import { statusText, verdictWords } from './words.ts'

const route = getRouteApi('/in/p/$project/import/$source')
const rowsAtOnce = 200

const filters: Readonly<Record<Exclude<ItemFilter, 'decide'>, object>> = {
  all: {},
  exact: { verdict: 'exact' },
  kept: { verdict: 'exact-wide' },
  documented: { verdict: 'documented' },
  changed: { verdict: 'changed' },
  'left-out': { verdict: 'left-out' },
  here: { status: 'clash' },
}

/** Flags and segments of a preview, each with its result and reason. Items can be deselected. */
export function ItemTable(props: {
  project: string
  source: ImportSource
  choice: Choice
  /** Null if nothing can be selected any more. */
  onChoose: ((choice: Choice) => void) | null
}): ReactNode {
  const { project, source, choice, onChoose } = props
  const { show = 'all', q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { run } = source
  const items = trpc.imports.items.useInfiniteQuery(
    { project, source: source.number, query: q, limit: rowsAtOnce, ...(show === 'decide' ? {} : filters[show]) },
    { getNextPageParam: ({ next }) => next ?? undefined, initialCursor: undefined },
  )
  const verdicts = run.summary?.verdicts
  const counts: readonly [ItemFilter, string, number | undefined][] = [
    ['all', 'All', run.summary ? run.summary.flags + run.summary.segments : undefined],
    ['exact', 'Exact', verdicts?.exact],
    ['kept', 'Exact, kept', verdicts?.['exact-wide']],
    ['documented', 'As documented', verdicts?.documented],
    ['changed', 'Changed', verdicts?.changed],
    ['left-out', 'Left out', verdicts?.['left-out']],
    ['here', 'Key is taken', run.statuses?.clash],
  ]
  const environments = run.summary?.environments ?? []
  return (
    <section className={classes['items']} aria-label="Flags and segments">
      <div className={classes['bar2']}>
        <nav className={tabs['tabs']} aria-label="Show">
          {counts.map(([name, label, count]) =>
            name !== 'all' && !count ? null : (
              <route.Link
                key={name}
                search={{ show: name === 'all' ? undefined : name, q: q || undefined }}
                aria-current={show === name ? 'true' : undefined}
                resetScroll={false}
              >
                {label} {count ?? ''}
              </route.Link>
            ),
          )}
        </nav>
        <TextInput
          type="search"
          size="xs"
          aria-label="Find a flag or segment"
          placeholder="Find by key or name"
          value={q}
          onChange={(event) => {
            const words = event.currentTarget.value
            void navigate({ search: (old) => ({ ...old, q: words || undefined }), replace: true, resetScroll: false })
          }}
        />
      </div>
      <Loaded
        query={items}
        what="the flags"
        loading={<Skeleton h={240} />}
        isEmpty={({ pages }) => (pages[0]?.total ?? 0) === 0}
        empty={<p className={classes['none']}>No flag or segment matches.</p>}
      >
        {({ pages }) => (
          <>
            <ul className={classes['rows']}>
              {pages
                .flatMap((page) => page.items)
                .map((item) => (
                  <Row
                    key={item.position}
                    item={item}
                    environments={environments.map(({ name }) => name)}
                    chosen={isChosen(choice, item)}
                    waits={onChoose !== null}
                    another={onChoose === null ? null : <AnotherKey project={project} source={source} item={item} />}
                    onToggle={onChoose && canChoose(item) ? () => onChoose(toggled(choice, item)) : null}
                  />
                ))}
            </ul>
            {items.hasNextPage ? (
              <Button
                variant="default"
                size="xs"
                loading={items.isFetchingNextPage}
                onClick={() => void items.fetchNextPage()}
              >
                Show {rowsAtOnce} more
              </Button>
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Row(props: {
  item: ListedImportItem
  environments: readonly string[]
  chosen: boolean
  /** Whether the import is still pending. Afterwards, the row only shows the result. */
  waits: boolean
  /** Control to choose another key, if that is useful. */
  another: ReactNode
  onToggle: (() => void) | null
}): ReactNode {
  const { item, environments, chosen, waits, another, onToggle } = props
  const { name, tone } = verdictWords[item.verdict]
  const [first, ...more] = useTranslatedMessages(item.why)
  const status = waits ? statusText[item.status] : ''
  const replaces = item.status === 'clash' || item.status === 'taken-over'
  return (
    <li
      className={classes['item']}
      data-waits={waits || undefined}
      data-out={(waits && !chosen && onToggle !== null) || item.verdict === 'left-out' || undefined}
    >
      {waits ? (
        <Checkbox
          aria-label={replaces ? `Replace ${item.key}` : `Import ${item.key}`}
          checked={chosen}
          disabled={onToggle === null}
          onChange={() => onToggle?.()}
        />
      ) : null}
      <div className={classes['subject']}>
        <span className={classes['key']}>{item.key}</span>
        <span className={classes['quiet']}>
          {item.kind === 'segment' ? 'segment' : item.name === item.key ? item.type : item.name}
          {item.theirs === item.key || item.kind === 'segment' ? '' : ` · ${item.theirs} there`}
        </span>
      </div>
      <div className={classes['result']}>
        <Mark tone={tone}>{name}</Mark>
        {status === '' ? null : <span className={classes['quiet']}>{status}</span>}
      </div>
      <div className={classes['states']}>
        {environments.map((environment) => (
          <span key={environment} title={environment}>
            <span className="visually-hidden">{environment}: </span>
            {item.states[environment] ?? '–'}
          </span>
        ))}
      </div>
      <div className={classes['why']}>
        {more.length === 0 ? (
          first
        ) : (
          <details>
            <summary>{first}</summary>
            <ul>
              {more.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        )}
        {another}
      </div>
    </li>
  )
}
