/** Why a gateway cannot start, or go on, in one sentence with the remedy; meant for the person at the terminal. */
export class StartError extends Error {}
