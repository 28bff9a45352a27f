import { Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { skipToken } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { CreatedSdkKey } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { lazyPart } from '../../../components/lazy-part.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import classes from './connect.module.css'
import { ConnectionProgress, listenMs } from './connection-progress.tsx'
import { KeyMaker } from './key-maker.tsx'
import { KeyTable } from './key-table.tsx'
import { SnippetSteps } from './snippet-steps.tsx'
import { VendorSdksSection } from './vendor-sdks-section.tsx'

const ApplicationsPicture = lazyPart(async () => (await import('./applications-picture.tsx')).ApplicationsPicture)

const route = getRouteApi('/in/p/$project/connect')

/** How to connect an application: creates an SDK key, shows a snippet with it, and lists all keys. */
export function ConnectScreen(): ReactNode {
  const { project } = route.useParams()
  const { env, flag } = route.useSearch()
  const keys = trpc.keys.list.useQuery({ project })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const first = trpc.flags.keys.useQuery({ project, limit: 1 }).data?.[0]
  const named = trpc.flags.get.useQuery(flag === undefined ? skipToken : { project, flag }).data?.flag
  const utils = trpc.useUtils()
  const [made, setMade] = useState<CreatedSdkKey | null>(null)
  const create = trpc.keys.create.useMutation({
    onSuccess: async (created) => {
      setMade(created)
      await utils.keys.list.invalidate({ project })
    },
    onError: (error) => failed('Couldn’t create the key', refusalOf(error)),
  })
  const connected = trpc.keys.connected.useQuery({ project }, { refetchInterval: listenMs }).data
  const applications = trpc.keys.applications.useQuery({ project }, { refetchInterval: listenMs }).data
  const chosen = environments.find((one) => one.key === env) ?? environments[0]
  const shownFlag = named?.archivedAt === null ? named : first
  return (
    <>
      <Loaded
        query={keys}
        what="SDK keys"
        loading={<Skeleton h={240} m={24} w="auto" />}
        isEmpty={() => environments.length === 0}
        empty={<StatePanel icon={IconKey} title="This project has no environments" />}
      >
        {(list) =>
          chosen === undefined ? null : (
            <div className={classes['page']}>
              <EnvironmentTabs environments={environments} chosen={chosen.key} />
              <Suspense>
                <ApplicationsPicture environment={chosen} applications={applications ?? []} />
              </Suspense>
              <KeyMaker
                key={chosen.key}
                environment={chosen}
                made={made?.key.environment === chosen.key ? made : null}
                busy={create.isPending}
                onCreate={(kind, name) => create.mutate({ project, environment: chosen.key, kind, name })}
              />
              <SnippetSteps
                url={location.origin}
                sdkKey={made?.key.environment === chosen.key && made.key.kind === 'server' ? made.text : null}
                flag={shownFlag}
              />
              {shownFlag === undefined ? null : (
                <ConnectionProgress
                  project={project}
                  environment={chosen.key}
                  flag={shownFlag.key}
                  connected={list
                    .filter((key) => key.environment === chosen.key)
                    .reduce((sum, { id }) => sum + (connected?.[id] ?? 0), 0)}
                />
              )}
              <p className={classes['hint']}>
                What each version of an application reads is under{' '}
                <Link to="/p/$project/builds" params={{ project }} search={{ env: chosen.key }}>
                  builds of {chosen.name}
                </Link>
                .
              </p>
              <VendorSdksSection project={project} environment={chosen} />
              <KeyTable
                project={project}
                environments={environments}
                keys={list}
                connected={connected}
                onMade={setMade}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}
