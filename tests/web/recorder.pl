#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
# Stands in the place of a tool on the PATH of the command-line tests, runs it, and keeps what went in and came out as a file
# of JSON, once of each kind: arguments, environment, standard input and files that arguments name; status, output, files.
#   XPGN_REAL    the folder of the tools
#   XPGN_CALLS   the folder for the files
use strict;
use warnings;
use Cwd qw(getcwd);
use Digest::SHA qw(sha256_hex);
use File::Find ();
use File::Glob qw(:bsd_glob);
use JSON::PP ();
use MIME::Base64 qw(encode_base64);
use POSIX qw(_exit dup2);

my ($name) = $0 =~ m{([^/]+)\z};
my $real = "$ENV{XPGN_REAL}/$name";
my $most = 1 << 20; # bytes of a file that is kept

sub slurp { my ($path) = @_; open my $in, '<:raw', $path or return undef; local $/; return scalar <$in>; }

# Faults are injected, each call of the system is looked at, a terminal or a device is written to, a descriptor is closed: not
# for another host.
sub is_of_this_host {
    return 1 if $ENV{LD_PRELOAD} || $ENV{XPGN_NOTED}++ || slurp('/proc/self/status') !~ /^TracerPid:\s+0$/m;
    return 1 if -t STDIN || !defined fileno STDIN;
    return grep { !(-p $_ || -f _ || -S _) } \*STDOUT, \*STDERR;
}
exec {$real} $real, @ARGV or _exit(127) if is_of_this_host();

# Files and folders that arguments name, and the folder that the tool stands in if it is none of the project's.
sub looked_at {
    my %out;
    for my $word (@ARGV) {
        for my $path ($word, $word =~ /=(.*)/s, $word =~ /^@(.*)/s, $word =~ /^\w+:(.*)/s) {
            next if $path eq '' || $path =~ m{^/(dev|proc|sys)/} || $path =~ /\n/;
            if (-d $path) { File::Find::find({no_chdir => 1, wanted => sub { $out{$_} = 1 if -f $_ }}, $path) if $path !~ m{^[/.]*$}; }
            else { $out{$_} = 1 for $path, $path =~ m{[./]} ? bsd_glob("\Q$path\E*") : (); }
        }
    }
    if (getcwd() ne ($ENV{ROOT} // '')) { File::Find::find({no_chdir => 1, wanted => sub { if (-f $_) { (my $p = $_) =~ s{^\./}{}; $out{$p} = 1; } }}, '.'); }
    return sort keys %out;
}

# Not what the shell writes to.
sub state_of {
    my %state;
    my %theirs = map { join(':', (stat $_)[0, 1]) => 1 } \*STDOUT, \*STDERR;
    for my $path (@_) {
        next if !-f $path || $theirs{join ':', (stat _)[0, 1]};
        $state{$path} = -s _ <= $most ? slurp($path) : undef;
    }
    return \%state;
}

my $before = state_of(looked_at());
my ($in, $out, $err) = ('', '', '');
pipe(my $from_in, my $to_in); pipe(my $from_out, my $to_out); pipe(my $from_err, my $to_err); pipe(my $from_log, my $to_log);
my $child = fork;
if ($child == 0) {
    dup2(fileno $from_in, 0); dup2(fileno $to_out, 1); dup2(fileno $to_err, 2);
    POSIX::close($_) for map { fileno $_ } $from_in, $to_in, $from_out, $to_out, $from_err, $to_err, $from_log, $to_log;
    exec {$real} $real, @ARGV or _exit(127);
}
# Standard input goes through a process of its own, which says what it was.
my $pump = fork;
if ($pump == 0) {
    close $_ for $from_out, $to_out, $from_err, $to_err, $from_in, $from_log;
    $SIG{PIPE} = 'IGNORE';
    my $open = 1;
    while (sysread STDIN, my $piece, 65536) {
        syswrite $to_log, $piece;
        $open &&= defined syswrite $to_in, $piece;
        last unless $open;
    }
    _exit(0);
}
close $_ for $from_in, $to_in, $to_out, $to_err, $to_log;
$SIG{$_} = do { my $signal = $_; sub { kill $signal, $child } } for qw(INT TERM HUP);
my %left = (fileno $from_out => [$from_out, \$out, \*STDOUT], fileno $from_err => [$from_err, \$err, \*STDERR], fileno $from_log => [$from_log, \$in]);
while (grep { exists $left{fileno $_} } $from_out, $from_err) {
    my $bits = '';
    vec($bits, $_, 1) = 1 for keys %left;
    next if select($bits, undef, undef, undef) <= 0;
    for my $fd (grep { vec $bits, $_, 1 } keys %left) {
        my ($pipe, $text, $to) = @{$left{$fd}};
        if (sysread $pipe, my $piece, 65536) { $$text .= $piece; syswrite $to, $piece if $to; }
        else { delete $left{$fd}; }
    }
}
waitpid $child, 0;
my $status = $?;
kill 'TERM', $pump;
while (exists $left{fileno $from_log} && sysread $from_log, my $piece, 65536) { $in .= $piece; }
waitpid $pump, 0;
kill $status & 127, $$ if $status & 127;

if (defined $ENV{XPGN_CALLS} && length($in) <= $most && length($out) <= $most && !grep { !defined } values %$before) {
    my $after = state_of(looked_at());
    my $pack = sub { encode_base64($_[0], '') };
    my $files = sub { my ($state) = @_; return {map { $_ => defined $state->{$_} ? $pack->($state->{$_}) : undef } keys %$state}; };
    my %call = (tool => $name, args => [map { $pack->($_) } @ARGV], env => {map { $_ => $ENV{$_} } grep { exists $ENV{$_} } qw(NO_COLOR TERM XPGN_PATH XPGN_FORCE TZ)},
        stdin => $pack->($in), files => $files->($before));
    my $key = sha256_hex(JSON::PP->new->canonical->encode(\%call));
    if (!-e "$ENV{XPGN_CALLS}/$key") {
        @call{qw(status stdout stderr after from)} = ($status >> 8, $pack->($out), $pack->($err), $files->($after),
            ($ENV{BATS_TEST_FILENAME} // '') =~ m{([^/]+)\z} ? "$1: " . ($ENV{BATS_TEST_NAME} // '') : '');
        if (open my $to, '>', "$ENV{XPGN_CALLS}/$key.$$") { print $to JSON::PP->new->canonical->encode(\%call); close $to; rename "$ENV{XPGN_CALLS}/$key.$$", "$ENV{XPGN_CALLS}/$key"; }
    }
}
_exit($status >> 8);
