-- Id tokens are sealed from now on; those that were kept readable go, and come anew with the next sign-in.
update account set "idToken" = null where "idToken" is not null;
