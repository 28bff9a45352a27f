import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from '../../../../components/state-panel.tsx'
import { TimeBar } from '../../../../components/time-bar.tsx'
import { trpc } from '../../../../trpc.ts'
import { EnvironmentMark } from '../../../environments/environment-mark.tsx'
import { Loaded } from '../../../loading/loaded.tsx'
import { DocumentView } from '../../../publishing/document-view.tsx'
import panel from './environment-rules.module.css'
import classes from './flag-screen.module.css'

/** A flag as it was at an instant in every environment, read-only. */
export function FlagAsOf(props: { project: string; flag: string; at: string }): ReactNode {
  const { project, flag, at } = props
  const page = trpc.flags.getAsOf.useQuery({ project, flag, at })
  return (
    <>
      <TimeBar at={at} what={flag} />
      <Loaded
        query={page}
        what="the flag at that time"
        loading={<Skeleton h={240} m={24} w="auto" />}
        isEmpty={({ heads }) => Object.keys(heads).length === 0}
        empty={<StatePanel icon={IconHistory} title={`${flag} wasn’t in any environment at that time`} />}
      >
        {({ environments, heads }) => (
          <div className={classes['environments']}>
            {environments.map((environment) => {
              const head = heads[environment.key]
              return (
                <section key={environment.key} className={panel['panel']} aria-label={environment.name}>
                  <div className={classes['then']}>
                    <h3>
                      <EnvironmentMark environment={environment} strong />
                    </h3>
                    {head === undefined ? (
                      <p>It didn’t exist here at that time.</p>
                    ) : (
                      <DocumentView document={head.document} />
                    )}
                  </div>
                </section>
              )
            })}
          </div>
        )}
      </Loaded>
    </>
  )
}
