export {
  type AccessToken,
  completeSignIn,
  type SignInButtonOptions,
  SignInError,
  type SignInErrorCode,
  type SignInOptions,
  signIn,
  signInButton,
} from './sign-in.js'
