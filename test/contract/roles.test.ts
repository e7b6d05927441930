import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts'
import { ROLES } from '../../src/contract/roles.ts'
import { createTestService, RANGE } from '../service/test-service.ts'

/** Endpoints for members, repeated independently of the service's table to detect mistakes in it. */
const FOR_MEMBERS =
  'readinessReports exportWiki ciJobs computers computer computerByName computerMetrics wikiRuns wikiRun wikiHistory ciRepositories ciRepositoryOwners ciScan'

const FOR_OWNERS = 'auditEvents'

const { call } = await createTestService({ users: 3, days: 3 })

test.each(Object.entries<Endpoint>(endpoints))('%s needs a key with a sufficient role', async (name, row) => {
  const isForMembers = FOR_MEMBERS.split(' ').includes(name)
  // Ordered from most to fewest rights.
  const count = name === 'openApi' ? 4 : isForMembers ? 3 : name === FOR_OWNERS ? 1 : 2
  const roles = row.isIngest ? ['ingest'] : ['owner', 'manager', 'member', 'guest'].slice(0, count)
  const path = `${row.path.replaceAll(/\{\w+\}/g, 'no-such-id')}?${RANGE}`
  const request = { method: row.method, ...(row.body && { body: {} }) }
  for (const headers of [{}, { authorization: 'Bearer wrong' }])
    expect((await call(path, { ...request, role: null, headers })).status).toBe(401)
  for (const role of ROLES) {
    const reply = await call(path, { ...request, role })
    const detail = `The key's role is ${role}, but this requires ${roles.join(' or ')}.`
    if (roles.includes(role)) expect(reply.status, role).not.toBe(403)
    else expect(await reply.json()).toMatchObject({ status: 403, title: 'Forbidden', detail })
  }
})
