import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { refusalOf } from '../../../api/refusal.ts'
import { shortcutNamed } from '../../components/shortcuts.ts'
import { done, failed } from '../../components/toast.tsx'
import { switchFailureText, switchSuccessText } from '../../features/publishing/switch-text.ts'
import { trpc } from '../../trpc.ts'
import { destinations } from '../destinations.ts'
import { useSignOut } from '../use-sign-out.ts'
import { invitedToast } from './invited-toast.tsx'
import type { Command } from './suggest.ts'

type SwitchCommand = Extract<Command, { do: 'turn' }>
type Role = Extract<Command, { do: 'invite' }>['role']

/**
 * Runs palette commands. Commands that affect a protected environment, are scheduled, or change who is served open
 * their sheet first and publish nothing directly.
 */
export const useCommand = (project: string): ((command: Command) => void) => {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const { mutateAsync: switchFlag } = trpc.flags.switch.useMutation()
  const { mutateAsync: createInvitation } = trpc.invitations.create.useMutation()
  const params = { project }

  const openSheet = (act: string, when?: string | null) =>
    void navigate({ to: '/p/$project/flags', params, search: { act, when: when ?? undefined } })

  const turn = async ({ flag, environment, on }: SwitchCommand, undoable: boolean): Promise<void> => {
    const where = { project, flag, environment: environment.key }
    try {
      const page = await utils.flags.get.fetch({ project, flag }, { staleTime: 0 })
      const base = page.heads[environment.key]?.revision ?? 0
      await switchFlag({ ...where, on, base })
      void utils.flags.invalidate()
      const back = () => void turn({ do: 'turn', flag, environment, on: !on, at: null }, false)
      done(switchSuccessText(on, flag, environment.name), undoable ? { undo: back } : {})
    } catch (error) {
      failed(switchFailureText(on, flag, environment.name), refusalOf(error))
    }
  }

  const invite = async (email: string, environment: string | null, role: Role): Promise<void> => {
    try {
      const environments = environment === null ? null : [environment]
      const made = await createInvitation({ project, email, role, environments })
      void utils.invitations.list.invalidate({ project })
      invitedToast(email, made.link, made.mailed)
    } catch (error) {
      failed(`Couldn’t invite ${email}`, refusalOf(error))
    }
  }

  return (command) => {
    switch (command.do) {
      case 'open-flag':
        return void navigate({ to: '/p/$project/flags/$flag', params: { project, flag: command.flag }, search: {} })
      case 'open-segment':
        return void navigate({
          to: '/p/$project/segments/$segment',
          params: { project, segment: command.segment },
          search: {},
        })
      case 'open-view':
        return void navigate({ to: '/p/$project/flags', params, search: { view: command.view } })
      case 'screen': {
        const found = destinations(project).find(({ label }) => label === command.label)
        return found === undefined ? undefined : void navigate(found.link)
      }
      case 'go':
        return void navigate({ href: command.href })
      case 'theme':
        return setColorScheme(command.scheme)
      case 'sign-out':
        return signOut()
      case 'shortcut':
        return shortcutNamed(command.keys)?.run()
      case 'turn': {
        const state: 'on' | 'off' = command.on ? 'on' : 'off'
        const opened = `${state} ${command.flag} ${command.environment.key}`
        return command.at !== null || command.environment.protected
          ? openSheet(opened, command.at)
          : void turn(command, true)
      }
      case 'share':
        return openSheet(`${command.percent}% ${command.flag} ${command.environment.key}`)
      case 'experiment':
        return command.isNew
          ? void navigate({ to: '/p/$project/experiments/new', params, search: { flag: command.flag } })
          : void navigate({ to: '/p/$project/experiments', params, search: { q: command.flag } })
      case 'why':
        return void navigate({
          to: '/p/$project/playground',
          params,
          search: { who: command.who, flag: command.flag ?? undefined },
        })
      case 'invite':
        return void invite(command.email, command.environment?.key ?? null, command.role)
      case 'new-flag':
        return void navigate({ to: '/p/$project/flags', params, search: { new: true } })
      case 'compare': {
        const pair = new URLSearchParams({
          ...(command.from && { a: command.from }),
          ...(command.to && { b: command.to }),
        })
        return void navigate({ href: `/p/${project}/compare?${pair}` })
      }
      case 'around':
        return void navigate({
          to: '/p/$project/around',
          params,
          search: { focus: command.focus, env: command.environment ?? undefined },
        })
      case 'promise':
        return void navigate({ to: '/p/$project/promises', params, search: { say: command.sentence } })
      case 'type':
        return
    }
  }
}
