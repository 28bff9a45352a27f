import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/schemas/project.ts'
import { trpc } from '../../trpc.ts'
import { EnvironmentMark } from '../../ui/environment-mark.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import classes from './card.module.css'
import { Card } from './card.tsx'

const purpose = (environment: Environment): string =>
  environment.protected
    ? 'What your customers use. Publishing here shows what will change and asks for a note.'
    : environment.position === 0
      ? 'Where you build. New flags start on here; changes go live at once, with undo.'
      : 'Where you check before release. Changes go live at once, with undo.'

/** Says what the environments of the new project are for. */
export function EnvironmentsStep({ project, onDone }: { project: string; onDone: () => void }): ReactNode {
  const environments = trpc.environments.list.useQuery({ project })
  return (
    <Card
      title="Every flag lives in each environment"
      lead="A program asks one environment through its own SDK key, so a flag can be on in one and off in another."
      step="3 of 3"
    >
      <Loaded
        query={environments}
        what="The environments"
        loading={<Skeleton h={150} mb={20} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={classes['lead']}>This project has no environment.</p>}
      >
        {(list) => (
          <ul className={classes['environments']}>
            {list.map((environment) => (
              <li key={environment.key}>
                <EnvironmentMark environment={environment} strong />
                <p>{purpose(environment)}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button fullWidth onClick={onDone} autoFocus>
        Go to the flags
      </Button>
    </Card>
  )
}
