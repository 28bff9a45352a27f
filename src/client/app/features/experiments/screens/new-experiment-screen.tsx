import { Button, Select, Skeleton } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { skipToken } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CreateExperimentInput } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { FlagPage } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { NameAndKey } from '../../../components/name-and-key.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { done } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { readFirst } from '../../environments/read-first.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { RequestAccess } from '../../session/request-access.tsx'
import classes from './setup.module.css'
import { SetupFields } from './setup-fields.tsx'
import { newForm, setupOf } from './setup-form.ts'

const route = getRouteApi('/in/p/$project/experiments/new')

/** Plans an experiment on a flag. If started from a rule with a split, takes over the split. */
export function NewExperimentScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const environment = readFirst(environments, search.env)
  const can = trpc.members.can.useQuery({ project }).data?.project['experiment.edit']
  const flags = trpc.flags.keys.useQuery({ project }, { staleTime: 60_000 })
  const page = trpc.flags.get.useQuery(search.flag === undefined ? skipToken : { project, flag: search.flag })
  const choose = (change: { flag?: string; env?: string }) =>
    void navigate({
      to: '/p/$project/experiments/new',
      params: { project },
      search: { ...search, rule: undefined, ...change },
      replace: true,
    })
  if (can?.ok === false)
    return (
      <div className={classes['page']}>
        <RequestAccess project={project} permission="experiment.edit" what="experiments" />
      </div>
    )
  const where = (
    <div className={classes['row']}>
      <Select
        label="Flag"
        placeholder="Choose a flag"
        data={(flags.data ?? []).map(({ key }) => key)}
        value={search.flag ?? null}
        onChange={(flag) => {
          if (flag !== null) choose({ flag })
        }}
        allowDeselect={false}
        searchable
        nothingFoundMessage="No flag by that key"
      />
      <Select
        label="Environment"
        data={environments.map(({ key, name }) => ({ value: key, label: name }))}
        value={environment?.key ?? null}
        onChange={(env) => {
          if (env !== null) choose({ env })
        }}
        allowDeselect={false}
      />
    </div>
  )
  if (search.flag === undefined)
    return (
      <div className={classes['page']}>
        <section className={classes['card']}>
          <h2>What is it about?</h2>
          <p className={classes['lead']}>An experiment compares the variants of one flag in one environment.</p>
          {where}
          {flags.data?.length === 0 ? (
            <Link to="/p/$project/flags" params={{ project }} search={{ new: true }}>
              Create flag
            </Link>
          ) : null}
        </section>
      </div>
    )
  return (
    <Loaded
      query={page}
      what={`flag ${search.flag}`}
      loading={<Skeleton h={320} m={24} w="auto" />}
      isEmpty={({ heads }) => environment === undefined || heads[environment.key] === undefined}
      empty={
        <StatePanel icon={IconFlag} title={`${search.flag} isn’t in this environment`}>
          Choose another environment, or another flag.
        </StatePanel>
      }
    >
      {(data) =>
        environment === undefined ? null : (
          <Plan
            key={`${search.flag} ${environment.key} ${search.rule ?? ''}`}
            project={project}
            environment={environment}
            page={data}
            rule={search.rule}
            where={where}
          />
        )
      }
    </Loaded>
  )
}

function Plan(props: {
  project: string
  environment: Environment
  page: FlagPage
  rule: string | undefined
  where: ReactNode
}): ReactNode {
  const { project, environment, page, rule, where } = props
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const document = page.heads[environment.key]?.document
  const [form, setForm] = useState(() => newForm(document, rule))
  const [named, setNamed] = useState({ name: '', key: '' })
  const create = trpc.experiments.create.useMutation({
    onSuccess: async (made) => {
      await utils.experiments.invalidate()
      done(`Created ${made.name}`)
      await navigate({ to: '/p/$project/experiments/$experiment', params: { project, experiment: made.key } })
    },
  })
  const refusal = create.error ? refusalOf(create.error) : null
  const problems = useProblems(refusal)
  const send = () => {
    if (create.isPending) return
    const input = { project, environment: environment.key, ...named, flag: page.flag.key, setup: setupOf(form) }
    if (problems.fits(CreateExperimentInput, input)) create.mutate(input)
  }
  useShortcut('mod+Enter', 'Create draft', send)
  if (document === undefined) return null
  return (
    <SetupFields
      project={project}
      environment={environment.key}
      page={page}
      document={document}
      form={form}
      at={problems.at}
      onChange={(change) => setForm((old) => ({ ...old, ...change }))}
      head={
        <>
          {where}
          <NameAndKey
            value={named}
            onChange={setNamed}
            placeholder="Does “Pay now” sell more?"
            maxKeyLength={limits.nameLength}
            nameError={problems.at('name') ?? undefined}
            keyError={problems.at('key') ?? undefined}
          />
        </>
      }
      foot={
        <>
          <FormError refusal={refusal} fields={['key', 'name']} />
          <Button onClick={send} loading={create.isPending} rightSection={<Kbd>mod+Enter</Kbd>}>
            Create draft
          </Button>
          <span className={classes['faint']}>Nothing changes for users before you start it.</span>
        </>
      }
    />
  )
}
