/** Variables of the environment that are read, with what each is for. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  QUARTERDECK_BASE_URL: 'address of the API',
  QUARTERDECK_APP_URL: 'address of the application, when it is another one',
  QUARTERDECK_API_KEY: 'the key',
  QUARTERDECK_PROFILE:
    'the profile to use, as --profile; without any of these and without a profile qd opens a made-up organisation',
}

/** What a status means that the program ends with. */
export const EXIT_STATUSES: Readonly<Record<string, string>> = {
  0: 'done',
  1: 'failed',
  2: 'wrong usage',
  3: 'refused (401, 402, 403)',
  4: 'not found',
  5: 'could not be reached',
  6: 'outcome unknown',
  7: 'incomplete',
  130: 'interrupted',
}
